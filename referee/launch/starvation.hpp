// How long a bot had to wait for a processor in a turn, from what the kernel counts for its threads. Pure.
//
// The kernel counts for each thread how long it ran and how long it was ready to run but did not. The second
// is not yet the machine's fault: 64 busy threads on one core wait for each other. While a thread waits, its
// core runs another thread, of this bot or of somebody else. The bot's others cannot have been ahead of it
// for longer than they ran. So of the wait of a thread, at least
//
//   wait - (CPU time of all of the bot's threads - its own CPU time)
//
// was the machine's doing, and the largest of these over all threads is what counts. It is never more
// than the machine took; so more threads, or threads that wait and sleep in turn, gain a bot nothing. For a
// bot with one busy thread it is exact. For bots that compute with several it may be too little, which is
// why the group's pressure is asked too, where there is one (wait_meter.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::launch {

// Of one thread, since the turn began.
struct ThreadTimes {
  base::Duration ran{0};
  base::Duration waited{0};  // counted when a wait ends, also of one that began before the turn
  base::Duration asleep{0};  // surely, so far (SleepLog)
  bool runnable = false;     // now: it runs, or it waits; a wait is counted when it is over
};

// What a thread neither ran nor waited was sleep, or a wait that is not counted yet. Once the thread has run
// again it is known which: what was silent before and still is was sleep. So a bot that sleeps, and is awake whenever
// it is looked at, does not pass for one that waits.
class SleepLog {
 public:
  // `silent`: what of the turn the thread neither ran nor waited, as far as it is counted.
  void note(base::Duration ran, base::Duration silent) {
    if (ran > ran_) asleep_ = std::max(asleep_, std::min(silent_, silent));
    ran_ = ran;
    silent_ = silent;
  }
  [[nodiscard]] base::Duration asleep() const { return asleep_; }

 private:
  base::Duration ran_{0};
  base::Duration silent_{0};
  base::Duration asleep_{0};
};

struct Starvation {
  base::Duration wait{0};
  // It may be so much more, if a thread that is runnable has been waiting ever since it last ran.
  base::Duration unsettled{0};
  unsigned busy = 1;  // how many threads were ready to run at once, on average
};

// `cpu` is the CPU time of all threads, also of those that have ended; `passed` the length of the turn, which
// no wait exceeds.
Starvation starvation_of(const std::vector<ThreadTimes>& threads, base::Duration cpu, base::Duration passed);

}  // namespace quiver::launch
