// What a page shows of a game, made of what the referee or a record knows. For this layer only: it shows
// protobuf's types. Pure functions, any thread.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/match/match.hpp"

namespace quiver::web {

// Everything of a view that does not change: of a record or of the heading of one that goes on.
v1::GameView head_of(const wire::Record& record, const games::Position& start);

// Clocks, turn and result: the part of a view that changes. Of a match in progress, or of a record.
v1::GameStatus status_of(const match::Match& match, base::Time now);
v1::GameStatus status_of(const wire::Record& record);

// A game that is over, whole. An error if the record tells none that can be played.
base::Result<v1::GameView> view_of(const wire::Record& record);

// One line of a list of games.
v1::GameSummary summary_of(const wire::Record& record);

// A record as it is given away: without the paths of this machine.
wire::Record without_paths(wire::Record record);

}  // namespace quiver::web
