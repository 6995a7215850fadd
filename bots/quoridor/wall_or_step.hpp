// Quoridor by chance: whether to place a wall or to move the pawn is drawn first, then where.
#pragma once

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::bots::quoridor {

// Among all moves alike, walls would be so many that hardly a game got anywhere. Where one of the two
// cannot be done the other is.
games::QuoridorMove wall_or_step(const games::Quoridor& game, base::Random& random);

}  // namespace quiver::bots::quoridor
