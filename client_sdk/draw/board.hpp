// A position as text for a terminal: the board with its coordinates, and a few words on how it stands.
//
// Cells look as in a map file: '.' an empty cell, '#' a hole, a digit the piece of that seat; 'x' is an
// arrow, '|' and '-' are walls. Three characters a cell, so that a board of 25 fits into 80 columns. What is
// marked stands in brackets, so that it shows without colours too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_sdk/games/position.hpp"

namespace quiver::draw {

// What a drawing points at.
struct Marks {
  std::vector<base::Vertex> last;     // where the last move put something: [0]
  std::vector<base::Vertex> left;     // where it took something from: (.)
  std::vector<base::Vertex> targets;  // where something could go: an empty cell is *, a piece <0>
  // Walls of Quoridor: the last one, of '=' and '!', and one that could be placed, of '*'.
  std::optional<games::QuoridorMove> last_wall;
  std::optional<games::QuoridorMove> target_wall;
};

// Of a move that has led to this position.
Marks marks_of(const games::Position& after, const games::Move& move);

// Ends with a line end. With `color`, in the sixteen colours of terminals.
std::string board(const games::Position& position, bool color, const Marks& marks = {});

// How the game stands: "seat 0 to move, ply 4", "seat 1 has won after 57 plies", and who is out.
std::string status(const games::Position& position, bool color);

}  // namespace quiver::draw
