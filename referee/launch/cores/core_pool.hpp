// Which game gets which cores: the policy of --pin, without any system call.
//
// - A game gets as many cores as the bot of it that computes with the most threads has threads. Its bots share
//   them, because they take turns.
// - Games get cores that nobody else has, as long as there are any; of those the first of each physical core
//   before the second, because the two hardware threads of one slow each other down.
// - With more games than cores, games share cores, as evenly as it goes. crowding_warning() says what that
//   does to clocks.
// - A bot that computes off its turn would take its opponent's core: it gets cores of its own as long as there
//   are idle ones (take_idle). Without any it shares them, and its opponent's wait is in the record.
//   With --no-ponder it is stopped off its turn, and nothing of this is needed.
//
// - Cores that another process has claimed for its games come last (set_foreign).
//
// A plain value. Cores are returned by the same list that they were taken with.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quiver::launch {

// A processor as the kernel counts them, a hardware thread.
struct Cpu {
  int id = 0;
  int core = 0;  // the physical core that it is part of
  friend bool operator==(const Cpu&, const Cpu&) = default;
};

// By the kernel's numbers, in ascending order.
using Cores = std::vector<int>;

class CorePool {
 public:
  // Those that may be used; at least one.
  explicit CorePool(std::vector<Cpu> cpus) : cpus_(std::move(cpus)) {}

  // For a game whose bots compute with up to `threads` threads: the cores that the fewest others have. At
  // least one, and at most all.
  Cores take(unsigned threads);
  // The same of cores that nobody has; none if there are not enough.
  std::optional<Cores> take_idle(unsigned threads);
  void give_back(const Cores& cores);
  // Whether another process has it.
  void set_foreign(int id, bool foreign);
  [[nodiscard]] bool has_foreign(const Cores& cores) const;
  // How many have it, here.
  [[nodiscard]] unsigned users(int id) const;

  [[nodiscard]] std::size_t size() const { return cpus_.size(); }
  [[nodiscard]] std::size_t num_idle() const;
  // How often cores were taken and not given back.
  [[nodiscard]] std::size_t num_taken() const { return taken_; }

 private:
  // How many have a hardware thread of it.
  [[nodiscard]] unsigned users_of_core(int core) const;

  std::vector<Cpu> cpus_;
  std::map<int, unsigned> users_;
  std::set<int> foreign_;
  std::size_t taken_ = 0;
};

// The cores of so many games at once, one after the other.
std::vector<Cores> plan_cores(const std::vector<Cpu>& cpus, unsigned games, unsigned threads);

// One sentence if so many games at once have to share cores; else empty.
std::string crowding_warning(std::size_t num_cores, unsigned games, unsigned threads);

}  // namespace quiver::launch
