// A game as text for people, which can be read back (docs/operate/records.md describes it to
// the byte).
//
// It has the whole game: board, names, moves, eliminations with their reasons, result and hash; but no times,
// no clocks and not what bots said about their moves. Reading is strict; whether the moves are legal and the
// result is right is checked by judge() (verify.hpp). Pure functions, any thread.
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
