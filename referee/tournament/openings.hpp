// Openings: moves that are made before the bots are asked, so that no two pairs of games are the same.
//
// An opening is made of moves only, is legal, and leaves a game that goes on with everybody in it. Chance
// comes from the seed alone: the same seed gives the same opening on every machine. Pure; any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"

namespace quiver::tournament {

using Opening = std::vector<games::Event>;

inline constexpr unsigned kMaxOpeningPlies = 1000;

// So many random plies. Every legal move is as likely as the others; only in Amazons on boards of more than
// 512 cells, where moves are too many to count, a queen is drawn, then a direction, then a cell, and the
// arrow likewise. An error if so many plies end the game or put somebody out again and again.
base::Result<Opening> random_opening(const games::Position& start, unsigned plies, std::uint64_t seed);

// A list of openings, one a line as Position::parse_list reads it; blank lines and lines that begin with #
// are skipped. The error names the line.
base::Result<std::vector<Opening>> read_openings(std::string_view text, const games::Position& start);

}  // namespace quiver::tournament
