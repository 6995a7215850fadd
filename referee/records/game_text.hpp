// A game as text that people read and write, and that can be read back (docs/operate/records.md tells it to
// the byte).
//
// The game itself is all there: board, names, moves, eliminations with their reasons, result and hash. Times,
// clocks and what bots said about their moves are not. Reading is strict; whether the game is as it says is
// for the judge. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// The first line of every game.
inline constexpr std::string_view kGameText = "quiver game 1";

// Ends with an empty line.
std::string game_text(const wire::Record& record);

// The lines of one game, from its first to the one before the next game or the end. An error names the line,
// counted from 1.
base::Result<wire::Record> parse_game_text(const std::vector<std::string>& lines);

}  // namespace quiver::records
