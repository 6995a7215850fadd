// What can be played through the binary interface of the course's players
// (docs/write-a-bot/course-players.md): asked by the referee before the first game, and by the host that
// speaks for such a player.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/games/position.hpp"

namespace quiver::games {

// Why a match from `start` cannot be played through it, as a sentence; none if it can. `opening`: the match
// begins with moves that are given.
std::optional<std::string> course_refusal(const Position& start, bool opening);

}  // namespace quiver::games
