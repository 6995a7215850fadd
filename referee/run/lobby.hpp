// Who plays whom among those who wait: a pure choice, so that it can be tested without a network.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/net/player.hpp"

namespace quiver::run {

// The next pair for a game of two, the first to move first; none if there are no two with different names.
// `waiting` is in the order of waiting. The one that has waited longest plays, against somebody it did not
// play last if there is one; of the two, the one that has moved first less often does.
std::optional<std::pair<net::PlayerPtr, net::PlayerPtr>> pair_up(const std::vector<net::PlayerPtr>& waiting,
                                                                 const std::string& game);

}  // namespace quiver::run
