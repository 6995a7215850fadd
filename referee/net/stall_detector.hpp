// Notices when the referee itself was stalled: stopped, or starved of CPU time.
//
// During a stall nobody could connect or be read, so that time must not count against anybody who connects,
// reconnects or gets ready. (Moves carry the kernel's time of arrival and need no such care.) check() is
// called regularly; a long gap between two calls is a stall. Time is passed in; one thread.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

using base::Duration;
using base::Time;

class StallDetector {
 public:
  // A shorter gap is no stall: on a busy machine to start a bot takes a second, and games that start again
  // and again must not put off every deadline.
  static constexpr Duration kShortest = std::chrono::seconds(3);

  // The stall that has just been noticed.
  using Handler = std::function<void(Duration stall, Time now)>;

  StallDetector(Time now, Handler handler) : last_check_(now), handler_(std::move(handler)) {}

  // Calls the handler, synchronously, if the last call was at least kShortest ago.
  void check(Time now) {
    const Duration gap = now - std::exchange(last_check_, now);
    if (gap < kShortest) return;
    total_ += gap;
    handler_(gap, now);
  }
  // All stalls so far.
  [[nodiscard]] Duration total() const { return total_; }

 private:
  Time last_check_;
  Handler handler_;
  Duration total_{0};
};

}  // namespace quiver::net
