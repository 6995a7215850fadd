// What a page shows of a game, from a match in progress or from a record. For this layer only: it shows
// protobuf's types. Pure functions, any thread.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/match/match.hpp"

namespace quiver::web {

// Everything in a view that does not change, from a record or from the heading of a game in progress.
v1::GameView head_of(const wire::Record& record, const games::Position& start);

// Clocks, turn and result: the part of a view that changes. Of a match in progress, or of a record.
v1::GameStatus status_of(const match::Match& match, base::Time now);
v1::GameStatus status_of(const wire::Record& record);

// A whole finished game. An error if the moves of the record cannot be played.
base::Result<v1::GameView> view_of(const wire::Record& record);

// One line of a list of games.
v1::GameSummary summary_of(const wire::Record& record);

// A copy of a record for the public: without the paths of this machine.
wire::Record without_paths(wire::Record record);

}  // namespace quiver::web
