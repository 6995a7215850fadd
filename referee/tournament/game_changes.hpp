// What is committed when a game of an event has ended: the game, and what its bots printed, in one
// transaction. Also whose bot a seat's was. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "referee/store/store.hpp"

namespace quiver::tournament {

// The game, then a log for each seat whose record has output.
std::vector<store::Change> changes_of(const store::Game& game);

// The competitor that this entrant is a version of: a remote bot's name, a launched one's in a ladder, where
// entries of further versions have names of their own, and in other events the entrant's name.
std::string competitor_name(const store::Event& event, const store::Entrant& entrant);

}  // namespace quiver::tournament
