// What is true of a game in all of its positions: what people call it, its rules in short, its defaults.
//
// Each game has one, `static const GameInfo& info()`. Texts are for people; nothing depends on them. Plain
// values.
#pragma once

#include <string_view>

#include "client_sdk/graph/cells.hpp"

namespace quiver::games {

struct GameInfo {
  std::string_view title;        // "Connect Four"
  std::string_view summary;      // one line, for a menu
  std::string_view short_rules;  // a few lines, each with its line end
  graph::Grid default_board;
  std::string_view default_start;  // what --start is by default; empty: the game has one start
  bool takes_two_sides = false;    // people choose rows and columns apart, and no shape
};

}  // namespace quiver::games
