// Pairs the players that wait for an opponent. A pure function.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/net/players/player.hpp"

namespace quiver::run {

// The next pair for a game of two, the one to move first before the other; none if there are no two with
// different names. `waiting` has the longest waiting first. That one plays, if possible not against its last
// opponent. The one of the two that has moved first less often moves first.
std::optional<std::pair<net::PlayerPtr, net::PlayerPtr>> pair_up(const std::vector<net::PlayerPtr>& waiting,
                                                                 const std::string& game);

}  // namespace quiver::run
