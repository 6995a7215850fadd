// Limits the messages that a peer sends unasked: a token bucket. A value; time is passed in.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

class MessageBudget {
 public:
  static constexpr double kBurst = 100;  // messages at once
  static constexpr double kRate = 20;    // messages per second in the long run

  // Takes one message off the budget; false if there is none left.
  bool spend(base::Time now) {
    // The bucket fills up by the time that has passed. A message over the limit is still charged, so that
    // whoever keeps sending stays below zero.
    if (last_) left_ = std::min(kBurst, left_ + kRate * std::chrono::duration<double>(now - *last_).count());
    last_ = now;
    left_ -= 1;
    return left_ >= 0;
  }

 private:
  double left_ = kBurst;
  std::optional<base::Time> last_;
};

}  // namespace quiver::net
