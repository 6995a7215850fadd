// A position as text for a terminal: the board with its coordinates, and a few words on how it stands.
//
// Cells look as in a map file: '.' an empty cell, '#' a hole, a digit the piece of that seat; 'x' is an
// arrow, '|' and '-' are walls. Three characters a cell, so that a board of 25 fits into 80 columns.
#pragma once

#include <string>

#include "client_sdk/games/position.hpp"

namespace quiver::draw {

// Ends with a line end. With `color`, in the sixteen colours of terminals.
std::string board(const games::Position& position, bool color);

// How the game stands: "seat 0 to move, ply 4", "seat 1 has won after 57 plies", and who is out.
std::string status(const games::Position& position, bool color);

}  // namespace quiver::draw
