// Workers without games: they claim units, keep them for a while, and submit records that pass.
//
// A thread with one connection stands for many workers, because their queries are what the server has to
// answer: each worker claims under its own name, renews its lease and shows that it lives as `quiver work`
// does. Errors are thrown in the thread and come out of stop().
#pragma once

#include <atomic>
#include <exception>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "client_sdk/games/position.hpp"
#include "referee/store/postgres/work_queue.hpp"

namespace quiver::bench {

// The records of a unit, of Connect Four in seven moves, as they were asked for.
std::vector<wire::Record> records_of(const store::ClaimedUnit& unit, const wire::WorkSetup& setup);

struct LoadCount {
  std::atomic<std::uint64_t> units{0};  // submitted
  std::atomic<std::uint64_t> lost{0};   // leases that were another's at the end
  std::atomic<std::uint64_t> renewed{0};
};

class SimulatedWorkers {
 public:
  // `count` workers on one connection, which keep each unit for `game`.
  SimulatedWorkers(const std::string& url, const std::string& name, std::size_t count, base::Duration game,
                   LoadCount& counts);
  ~SimulatedWorkers();
  SimulatedWorkers(const SimulatedWorkers&) = delete;
  SimulatedWorkers& operator=(const SimulatedWorkers&) = delete;

  // Ends the thread; throws what went wrong there.
  void stop();

 private:
  struct Worker {
    std::string name;
    std::optional<store::ClaimedUnit> unit;
    base::Time ends{};    // its games
    base::Time renews{};  // its lease, next
    base::Time shows{};   // that it lives, next
    base::Time claims{};  // not before
  };
  void run();
  // What is due now. False if nothing was.
  bool go_on(Worker& worker, base::Time now);
  const wire::WorkSetup& setup(store::EventId event);

  base::Duration game_;
  LoadCount& counts_;
  std::unique_ptr<store::WorkQueue> queue_;
  std::vector<Worker> workers_;
  std::map<store::EventId, wire::WorkSetup> setups_;
  std::atomic<bool> ends_{false};
  std::exception_ptr failed_;
  std::thread thread_;
};

}  // namespace quiver::bench
