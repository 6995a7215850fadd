// Limits a task on a busy thread or disk to a fixed share of the time: it works, then rests.
//
// After each piece of work, the next one waits for a multiple of the time that the work took. With a factor
// of nine, a tenth of the time is spent working, however much there is to do. Reads no clock; belongs to one
// thread.
#pragma once

#include <algorithm>

#include "client_sdk/base/time.hpp"

namespace quiver::base {

class DutyCycle {
 public:
  // Rests `factor` times as long as it has worked, but never longer than `longest`.
  explicit constexpr DutyCycle(int factor, Duration longest = Duration::max())
      : factor_(factor), longest_(longest) {}

  // How long to rest after work that took this long.
  [[nodiscard]] constexpr Duration rest_after(Duration work) const {
    return work > longest_ / factor_ ? longest_ : factor_ * work;
  }

  // Work has ended at `now`. The next may begin after the rest, which lasts at least `least`. It replaces
  // any earlier rest.
  void worked(Duration work, Time now, Duration least = Duration{0}) {
    until_ = now + std::max(least, rest_after(work));
  }
  // The same for pieces of work that do not wait for each other: their rests add up.
  void also_worked(Duration work, Time now) { until_ = std::max(until_, now) + rest_after(work); }

  // When the next work may begin.
  [[nodiscard]] Time until() const { return until_; }

 private:
  int factor_;
  Duration longest_;
  Time until_;
};

}  // namespace quiver::base
