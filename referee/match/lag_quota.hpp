// How much network latency is not charged to a seat's clock, so that a bot on another machine does not lose
// on time for the distance. A plain value.
#pragma once

#include "client_sdk/base/time.hpp"

namespace quiver::match {

struct LagQuota {
  base::Duration per_move{0};  // at most, whatever was measured
  base::Duration per_game{0};  // of all moves together
  // Everything is charged, so nothing needs to be measured.
  [[nodiscard]] bool empty() const { return per_move.count() <= 0 || per_game.count() <= 0; }
  friend bool operator==(const LagQuota&, const LagQuota&) = default;
};

}  // namespace quiver::match
