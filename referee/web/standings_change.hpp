// What has changed between two tables of an event, for spectators who have the first one.
//
// Spectators get ratings as whole points and probabilities as whole per cent, as they are shown: every game
// moves all ratings a little, and a row is only sent when somebody can see the difference. A rating stays as
// it was sent until it is a point, or a hundredth of its interval, away from that, so that one near the
// boundary between two numbers is not sent again and again. For this layer only: it shows protobuf's types.
// Pure, any thread.
#pragma once

#include <optional>

#include "quiver/v1/standings.pb.h"

namespace quiver::web {

// With ratings and probabilities rounded. `before`, which may be null, is what was sent last.
v1::Standings rounded(v1::Standings table, const v1::Standings* before = nullptr);

// The table as the first message has it: without the scores against each opponent if these are too many for a
// message. Changes have them all the same.
v1::Standings first_message(v1::Standings table);

// None if the tables are the same. Both are rounded.
std::optional<v1::StandingsChange> change_between(const v1::Standings& before, const v1::Standings& now);

}  // namespace quiver::web
