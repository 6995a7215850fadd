// How long a game of Hex lasts.
#pragma once

#include <algorithm>

#include "client_sdk/games/hex/hex.hpp"

namespace quiver::bots::hex {

// Moves that the seat to move has still to think about, this one included: games end when about two thirds
// of the cells that are empty now have been filled, and half of those stones are its own.
inline unsigned moves_left(const games::Hex& game) { return std::max(game.empty_cells().size() / 3, 3U); }

}  // namespace quiver::bots::hex
