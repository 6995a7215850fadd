// The pings of one connection: when the peer was last active, and the ping that it has not answered.
//
// At most one ping is outstanding. A value; time is passed in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

class PingState {
 public:
  using Time = base::Time;

  // When the outstanding ping was sent; none if there is none.
  [[nodiscard]] const std::optional<Time>& sent() const { return sent_; }
  [[nodiscard]] Time last_activity() const { return last_activity_; }

  void note_activity(Time now) { last_activity_ = now; }
  // No answer is expected any more.
  void cancel() { sent_.reset(); }
  // The number of a new ping.
  std::uint64_t send(Time now) {
    sent_ = now;
    return ++number_;
  }
  // An answer has arrived; false if it answers no outstanding ping.
  // Only the latest number counts, so that a late Pong cannot answer a newer ping.
  bool answer(std::uint64_t number, Time now) {
    if (!sent_ || number != number_) return false;
    sent_.reset();
    last_activity_ = now;
    return true;
  }
  // The referee was stalled for this time, which does not count against the peer.
  void forgive(base::Duration stall, Time now) {
    last_activity_ = std::min(last_activity_ + stall, now);
    if (sent_) sent_ = std::min(*sent_ + stall, now);
  }

 private:
  std::optional<Time> sent_;
  std::uint64_t number_ = 0;
  Time last_activity_;
};

}  // namespace quiver::net
