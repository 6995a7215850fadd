// Measures how long the threads of a bot had to wait for a processor in a turn.
//
// The kernel counts it for each thread (/proc/PID/task/TID/schedstat), and says for a control group of the
// second version how long it had runnable threads of which none ran (cpu.pressure, "full"). Neither counts
// what a stopped process does not run. The files of known threads are kept open: a short turn of a bot with
// one thread costs two reads. The threads are looked for again after each turn that was long or in which they
// changed. A thread that is found later than it began counts from then on. Not for use by two threads at
// once.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/starvation.hpp"

namespace quiver::launch {

class WaitMeter {
 public:
  // The bot's processes at the moment.
  using List = std::function<std::vector<pid_t>()>;

  // `pressure` is the cpu.pressure of its group; empty: there is none.
  explicit WaitMeter(List processes, const std::string& pressure = "");

  // A turn begins. `cpu`: what all its threads have used in their lives.
  void begin(base::Duration cpu, base::Time now);
  // Since begin(); none if this kernel does not count it. `cpu` as in begin(): asked for once, after the
  // threads, so that what they wait for each other meanwhile is in it.
  [[nodiscard]] std::optional<Starvation> read(const std::function<base::Duration()>& cpu, base::Time now);

 private:
  struct Thread {
    pid_t process = 0;
    Descriptor schedstat;
    ThreadTimes before = {};  // when the turn began
    SleepLog sleep = {};      // of this turn
  };

  // Opens the files of new threads, and forgets those that are gone. `in_turn`: how long the turn has lasted.
  void find_threads(std::optional<base::Duration> in_turn);
  // None: it is gone.
  [[nodiscard]] static std::optional<ThreadTimes> times_of(const Thread& thread);
  [[nodiscard]] static bool is_runnable(pid_t process, pid_t thread);
  // The number of threads of the known processes; another number is a reason to look for them.
  [[nodiscard]] std::size_t count_threads() const;
  [[nodiscard]] base::Duration pressure() const;

  List processes_;
  Descriptor pressure_file_;
  std::map<pid_t, Thread> threads_;
  std::map<pid_t, Descriptor> task_folders_;  // by process
  bool outdated_ = true;
  base::Time began_{};
  base::Duration cpu_before_{0};                   // when the turn began
  base::Duration cpu_after_{0};                    // when it was last read
  std::optional<base::Duration> pressure_before_;  // when the turn began; none: not needed, or not there
};

}  // namespace quiver::launch
