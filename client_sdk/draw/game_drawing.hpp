// How one game is drawn: one module for each game, draw_<game>.cpp.
//
// The functions are defined for each game by explicit specialisation; the linker names the one that a game
// lacks. Pure.
#pragma once

#include <string>

#include "client_sdk/draw/board.hpp"

namespace quiver::draw {

template <class Game>
struct GameDrawing {
  static std::string board(const Game& game, bool color, const Marks& marks);
  // What a move that has led to this position put where, and took from where.
  static Marks marks_of(const Game& game, const typename Game::Move& move);
  // Lines below "seat 0 to move": what the board does not show. Empty, or ends with a line end.
  static std::string details(const Game& game, bool color);
};

// "seat 0", in its colour.
std::string seat_name(unsigned seat, bool color);

}  // namespace quiver::draw
