// Whether a bot can play a match at all, as far as that is known before it is started: one of the course's
// players, a shared library, cannot play everything (client_sdk/games/course_interface.hpp). Other bots
// decide for themselves.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::launch {

// It is a host that speaks for one of the course's players.
bool is_course_player(const BotSpec& bot);

// The error names the first bot that cannot play matches from `start`. `opening`: they begin with moves that
// are given.
base::Result<void> check_playable(const std::vector<BotSpec>& bots, const games::Position& start,
                                  bool opening);

}  // namespace quiver::launch
