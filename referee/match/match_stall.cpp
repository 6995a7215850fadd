// A match whose referee was stalled.
#include <algorithm>

#include "referee/match/match.hpp"

namespace quiver::match {

void Match::on(const Stalled& event, Time now, Actions&) {
  // At most up to now: a moment that was noted during the stall must not move into the future.
  const auto later = [&](Time& when) { when = std::min(when + event.time, now); };
  later(began_);
  for (SeatState& who : seats_) later(who.since);
  if (!asked_) return;
  if (!asked_->started) later(asked_->at);
  // A seat that was not connected could not reconnect to play.
  if (asked_->started && state(asked_->seat).link == Link::kLost) later(*asked_->started);
}

}  // namespace quiver::match
