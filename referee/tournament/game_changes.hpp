// What is committed when a game of an event has ended: the game, and what its bots printed, in one
// transaction. Pure, any thread.
#pragma once

#include <vector>

#include "referee/store/store.hpp"

namespace quiver::tournament {

// The game, then a log for each seat whose record has output.
std::vector<store::Change> changes_of(const store::Game& game);

}  // namespace quiver::tournament
