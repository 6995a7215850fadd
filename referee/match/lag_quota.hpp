// How much of the time that the network takes a seat is forgiven: a bot on another machine should not lose on
// time for the way that its moves have to travel. A plain value.
#pragma once

#include "client_sdk/base/time.hpp"

namespace quiver::match {

struct LagQuota {
  base::Duration per_move{0};  // at most, whatever was measured
  base::Duration per_game{0};  // of all moves together
  // Nothing is forgiven: then nothing needs to be measured.
  [[nodiscard]] bool empty() const { return per_move.count() <= 0 || per_game.count() <= 0; }
  friend bool operator==(const LagQuota&, const LagQuota&) = default;
};

}  // namespace quiver::match
