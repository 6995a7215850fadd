// Positions as protobuf messages. For layers that may see protobuf's types (.ci/check_layers.py).
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"
#include "quiver/v1/move.pb.h"
#include "quiver/v1/position.pb.h"

namespace quiver::wire {

// Writes the whole position. The graph, which is by far the largest part, is included only if asked for.
void fill_position(v1::Position& out, const games::Position& position, bool with_graph);

// The position that a game starts from, rebuilt: its own graph, nothing played yet. What was played
// is told by events, so a message with arrows, walls or discs in it is refused.
base::Result<games::Position> read_start(const v1::Position& in);

// `out` gets the case of the move's game.
void fill_move(v1::Move& out, const games::Move& move);
// An error if the message holds no move of a known game. Whether the move is legal is not checked.
base::Result<games::Move> read_move(const v1::Move& in);

}  // namespace quiver::wire
