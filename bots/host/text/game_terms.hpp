// What the text protocol has to know of one game: one module for each game, terms_<game>.cpp.
//
// The members are defined for each game by explicit specialisation; the linker names the one that a game
// lacks. Functions of values.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "client_sdk/games/position.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::bots::host {

template <class Game>
struct GameTerms {
  // How the cells of a drawn board are joined.
  static graph::Adjacency adjacency();
  // What there is beside the board: lines, each with its line end.
  static std::string settings(const Game& game);
  // Where the pieces stand when the match begins: each cell with one becomes the digit of its seat.
  static void place_pieces(const Game& game, std::string& cells);
  // A move that the board cannot have, for a text that names a cell which is not there.
  static typename Game::Move nowhere(std::string_view text);
};

inline constexpr base::Vertex kNowhere{std::numeric_limits<std::uint32_t>::max()};

}  // namespace quiver::bots::host
