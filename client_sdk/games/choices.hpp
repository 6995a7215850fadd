// What a player can select to choose a move: the terminal marks it, the page highlights it. Plain values.
//
// A move is chosen in stages. In Amazons these are three cells: the queen, where she goes, where her arrow
// flies. In the other games one stage is all. `choices(chosen)` of a game takes the cells that are chosen
// already and answers with what can come next, or with a sentence that says what cannot be chosen.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/base/ids.hpp"

namespace quiver::games {

struct Choices {
  struct Wall {
    base::Vertex anchor;
    bool vertical = false;
  };
  std::vector<base::Vertex> cells;
  std::vector<Wall> walls;
  std::vector<std::string> words;  // moves that name no place on the board, in notation: "swap"
};

}  // namespace quiver::games
