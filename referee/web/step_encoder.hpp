// Encodes a game step by step for a page: each move with what it changed, and who was eliminated by it.
//
// Follows the events of one game from its start, in progress or finished, so that a page needs no rules.
// For this layer only: it shows protobuf's types. A value; one thread at a time.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/spectator.pb.h"

namespace quiver::web {

// In microseconds, as in records.
inline double shown_millis(base::Duration d) { return std::round(base::millis(d) * 1000) / 1000; }

// Encodes a game step by step for the page, which has no rules: each step lists everything that it changed on
// the board.
class StepEncoder {
 public:
  // Why the referee eliminated a seat, as far as is known.
  struct Why {
    wire::Reason reason = wire::Reason::kResigned;
    std::string detail;
  };
  using Reasons = std::function<Why(base::Seat)>;

  explicit StepEncoder(games::Position start) : position_(std::move(start)) {}

  // The next entry of the game. An error if it is not legal there.
  base::Result<v1::Step> tell(const wire::Record::Entry& entry, const Reasons& reasons);

  // The position after the steps so far.
  [[nodiscard]] const games::Position& position() const { return position_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  games::Position position_;
  std::uint32_t steps_ = 0;
};

}  // namespace quiver::web
