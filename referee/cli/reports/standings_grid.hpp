// The cells of a table of standings, as all tables for people show them. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "referee/store/standings.hpp"

namespace quiver::cli {

struct StandingsGrid {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // each as long as the head
  std::vector<bool> words;                     // by column: words, not numbers
};

// Rank, name, what people call it and what the bot calls itself where somebody has that, points, games,
// won-drawn-lost, byes and tie-break where there are some, Elo with its interval,
// how likely the entrant is to be stronger than the next, faults where there are some. Columns in which
// nobody has anything are left out: terminals are narrow. With `by_board` also a column per board, "7.5/10".
StandingsGrid standings_grid(const store::Standings& standings, bool by_board = false);

// Who scored what against whom, "7.5/10"; columns are numbered by rank.
StandingsGrid cross_grid(const store::Standings& standings);

// As printf writes it.
std::string number_text(const char* format, double value);

}  // namespace quiver::cli
