// All processes below the supervisor: the bot, and everything that it started, even if detached.
//
// As the first process of a PID namespace the supervisor reaches all of them with one call. Without one it is
// the reaper of everything below it, and finds them by their parents. One thread.
#pragma once

#include <cstddef>
#include <sys/types.h>
#include <vector>

namespace quiver::launch {

class ProcessTree {
 public:
  // `own_namespace`: this process is the first of one.
  explicit ProcessTree(bool own_namespace) : own_namespace_(own_namespace) {}

  // Sends it to all, except this process.
  void signal(int number) const;
  // Kills and reaps until nobody is left.
  void end() const;
  // Everybody's numbers, as they count here.
  [[nodiscard]] std::vector<pid_t> members() const;
  // To look for them costs little.
  [[nodiscard]] bool is_cheap_to_find() const { return own_namespace_; }
  // Processes and threads.
  [[nodiscard]] std::size_t count() const;
  // What the largest process has in memory of its own, and all of them together in shared memory and in files
  // in memory, in bytes. `filtered`: shared memory comes in pieces of at most kSharedPiece, each of which
  // counts in full, because how much of it is in use does not show.
  [[nodiscard]] std::size_t memory(bool filtered) const;

 private:
  bool own_namespace_;
};

}  // namespace quiver::launch
