// All processes below the supervisor: the bot, and whatever it started, wherever that has hidden itself.
//
// As the first process of a PID namespace the supervisor reaches all of them with one call. Without one it is
// the reaper of everything below it, and finds them by their parents. One thread.
#pragma once

#include <cstddef>
#include <sys/types.h>
#include <vector>

namespace quiver::launch {

class Household {
 public:
  // `own_namespace`: this process is the first of one.
  explicit Household(bool own_namespace) : own_namespace_(own_namespace) {}

  void signal(int number) const;
  // Kills and reaps until nobody is left.
  void end() const;
  // Processes and threads.
  [[nodiscard]] std::size_t count() const;
  // What the largest process has in memory of its own or of shared memory, in bytes.
  [[nodiscard]] std::size_t largest() const;

 private:
  [[nodiscard]] std::vector<pid_t> members() const;

  bool own_namespace_;
};

}  // namespace quiver::launch
