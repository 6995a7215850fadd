// Stops all processes below the supervisor by signals, where the kernel's freezer is not available, and
// makes sure that they stay stopped.
//
// A process may be continued by another one that is not stopped yet. So they are stopped repeatedly until
// all are stopped, and then monitored by the CPU time that each uses, which the kernel counts to the
// nanosecond. The filter (seccomp_filter.hpp) refuses every known way to cause a SIGCONT; a process that
// runs nevertheless is stopped again, and its CPU time is counted and reported. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <sys/types.h>

#include "referee/launch/supervisor/process_tree.hpp"

namespace quiver::launch {

class SignalFreezer {
 public:
  explicit SignalFreezer(const ProcessTree& process_tree) : process_tree_(process_tree) {}

  // `first`: whose use quiver sees itself.
  void stop(pid_t first);
  // used() holds until the next stop.
  void go_on();
  [[nodiscard]] bool stopped() const { return stopped_; }

  // Stops again whoever runs. True if they have used so much since the last report that it is worth one.
  bool look();
  // In milliseconds: soon after somebody ran, later and later while nobody does.
  [[nodiscard]] int next_look() const { return next_look_; }

  // In nanoseconds, since they were stopped.
  [[nodiscard]] std::int64_t used() const { return used_; }
  [[nodiscard]] std::int64_t used_besides() const { return used_besides_; }

 private:
  // Adds what everybody has used since the last time.
  void count();
  [[nodiscard]] bool all_stopped() const;

  const ProcessTree& process_tree_;
  bool stopped_ = false;
  pid_t first_ = -1;
  int next_look_ = 0;
  std::map<pid_t, std::int64_t> seen_;  // the CPU time of each
  std::int64_t used_ = 0;
  std::int64_t used_besides_ = 0;
  std::int64_t reported_ = 0;
};

}  // namespace quiver::launch
