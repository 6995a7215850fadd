// Measures what a bot used in a turn, and how long its threads had to wait for a processor.
//
// The kernel counts it for each thread (/proc/PID/task/TID/schedstat), and says for a control group of the
// second version how long it had runnable threads of which none ran (cpu.pressure, "full"). Neither counts
// what a stopped process does not run. The files of known threads are kept open. The threads are looked for
// again after each turn that was long or in which they changed. A thread that is found later than it began
// counts from then on.
//
// A short turn of a bot with one thread costs two reads: what that thread ran is then taken for all that the
// bot used, in the turn and in the moment before it. What other threads or processes used meanwhile is found
// when all is read again: at the end of a turn that is long, or at the beginning of one after a while. Not
// for use by two threads at once.
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
  // What all its threads have used in their lives.
  using Cpu = std::function<base::Duration()>;
  // kExact: what it used is read each time, as clocks that charge it need.
  enum class Reading { kExact, kCheap };

  // `pressure` is the cpu.pressure of its group; empty: there is none.
  WaitMeter(List processes, Cpu cpu, const std::string& pressure = "");
  void set_reading(Reading reading) { reading_ = reading; }

  // A turn begins. Returns what it has used in its life.
  base::Duration begin(base::Time now);
  // Since begin().
  struct Turn {
    base::Duration cpu{0};
    std::optional<Starvation> starvation;  // none if this kernel does not count it
  };
  [[nodiscard]] Turn read(base::Time now);

 private:
  struct Thread {
    pid_t process = 0;
    Descriptor schedstat;
    ThreadTimes before = {};  // when the turn began
    base::Duration ran{0};    // in its life, when it was last read
    SleepLog sleep = {};      // of this turn
  };

  // Opens the files of new threads, and forgets those that are gone. `in_turn`: how long the turn has lasted.
  void find_threads(std::optional<base::Duration> in_turn);
  // Notes where the known ones are when the turn begins.
  void begin_threads();
  // None: it is gone.
  [[nodiscard]] static std::optional<ThreadTimes> times_of(const Thread& thread);
  [[nodiscard]] static bool is_runnable(pid_t process, pid_t thread);
  // The number of threads of the known processes; another number is a reason to look for them.
  [[nodiscard]] std::size_t count_threads() const;
  [[nodiscard]] base::Duration pressure() const;
  // What its one thread ran since `since`, added to `known`: instead of reading what all used. None if that
  // is not to be done.
  [[nodiscard]] std::optional<base::Duration> estimated(base::Duration known, base::Duration since,
                                                        base::Duration passed) const;
  // Of its one thread, when it was last read.
  [[nodiscard]] base::Duration ran() const { return threads_.begin()->second.ran; }

  List processes_;
  Cpu cpu_;
  Reading reading_ = Reading::kExact;
  Descriptor pressure_file_;
  std::map<pid_t, Thread> threads_;
  std::map<pid_t, Descriptor> task_folders_;  // by process
  bool outdated_ = true;
  base::Time began_{};
  base::Time ended_{};                             // when it was last read
  base::Duration cpu_before_{0};                   // when the turn began
  base::Duration cpu_after_{0};                    // when it was last read
  base::Duration ran_after_{0};                    // likewise, of its one thread
  std::optional<base::Duration> pressure_before_;  // when the turn began; none: not needed, or not there
};

}  // namespace quiver::launch
