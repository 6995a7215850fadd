// A table of standings for people: on a terminal, or in a file.
#pragma once

#include <string>

#include "referee/store/standings.hpp"

namespace quiver::cli {

// A line an entrant, with a heading: rank, name, points, games, won-drawn-lost, byes and tie-break where
// there are some, Elo with its interval, how likely it is to be stronger than the next, faults if anybody has
// one; with `by_board` what it scored on each board.
std::string standings_table(const store::Standings& standings, bool by_board = false);

// Who scored what against whom, "7.5/10"; for not too many.
std::string cross_table(const store::Standings& standings);

// How it is ordered, and what decides between equals; empty if nothing is known of that.
std::string ranking_line(const store::Standings& standings);

// "sprt: elo0 0, elo1 10: LLR 1.53 of [-2.94, 2.94], 120 pairs: goes on"; empty without a test.
std::string sprt_line(const store::Standings& standings);

}  // namespace quiver::cli
