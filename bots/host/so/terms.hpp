// A match in the terms of the course's interface, and its moves in numbers:
// docs/write-a-bot/course-players.md.
#pragma once

#include <optional>

#include "bots/host/so/line.hpp"
#include "client_sdk/bot/bot.hpp"

namespace quiver::bots::host {

// The match as it stands after the moves that it begins with. Throws bot::Declined with a sentence if the
// interface cannot express it. The library is left for the caller to fill in.
Terms terms_of(const bot::MatchInfo& match);

// The opponent's latest move; none: there is none that has not been told.
Numbers told_move(const games::Position& position, base::Seat opponent,
                  const std::optional<games::Move>& move);

// The move that a player returned. What is none of this board becomes one that the referee refuses because it
// names no cell; a line on stderr tells then what it was.
games::Move returned_move(const games::Position& position, const Numbers& numbers);

}  // namespace quiver::bots::host
