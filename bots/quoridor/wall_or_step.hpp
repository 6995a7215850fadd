// Random moves of Quoridor: first whether to place a wall or to move the pawn, then where.
#pragma once

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::bots::quoridor {

// With all moves equally likely, nearly every move would be a wall. If one kind has no legal move, the other
// is taken.
games::QuoridorMove wall_or_step(const games::Quoridor& game, base::Random& random);

}  // namespace quiver::bots::quoridor
