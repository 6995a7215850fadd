// What the entrants have got so far, and who is ranked where: what the tables of all formats are made from.
//
// Points are whole or half numbers, so sums and comparisons are exact. Pure; any thread.
#pragma once

#include <functional>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// One line an entrant, by number: points, games and byes, a bye being worth `bye`. No ranks yet.
std::vector<Standing> count_points(std::uint32_t entrants, const std::vector<Played>& so_far, double bye);

// What `mine` got against `theirs` alone in a game, by what each got in all: 1, 0.5 or 0.
double against(double mine, double theirs);

// Sonneborn-Berger: what was got against each opponent, times that one's points. Fills the tie-breaks.
void add_sonneborn_berger(std::vector<Standing>& lines, const std::vector<Played>& so_far);

// By better, then by number; those of whom neither is better share a rank.
using Better = std::function<bool(const Standing&, const Standing&)>;
std::vector<Standing> ranked(std::vector<Standing> lines, const Better& better);

// By the share of what was to be had, then Sonneborn-Berger a game.
std::vector<Standing> ranked_by_share(std::vector<Standing> lines, const std::vector<Played>& so_far);

// First moves less second moves that the drawn pairings bring each entrant of two-seat games.
std::vector<std::int64_t> first_moves(std::uint32_t entrants, const std::vector<Played>& so_far);

}  // namespace quiver::tournament
