// Routes: is there a path from a pawn to its goal, and which edges does one such path use?
//
// A wall that cuts no edge of a known route leaves that seat a path, so most walls need no search.
// Everything lives on the stack.
#pragma once

#include <array>
#include <cstdint>

#include "client_sdk/games/quoridor/terrain.hpp"

namespace quiver::games::quoridor {

enum class Orientation : std::uint8_t { kHorizontal = 1, kVertical = 2 };

// Closes, or opens again, the two edges that a wall on a whole block cuts: four arcs.
void flip_wall(const Terrain& terrain, Walled& walled, Vertex anchor, Orientation orientation);

// The edges of one path, a byte of direction bits a cell, each edge marked at both its ends.
struct Route {
  Walled edges{};
  bool found = false;

  [[nodiscard]] bool is_cut_by(const Terrain& terrain, Vertex anchor, Orientation orientation) const;
};

// A shortest path for `seat` from `pawn`; from any cell of its side if `pawn` is off the board.
Route find_route(const Terrain& terrain, const Walled& walled, Seat seat, Vertex pawn);

// Only whether there is one.
bool has_route(const Terrain& terrain, const Walled& walled, Seat seat, Vertex pawn);

// Whether a wall that fits could close anything off at all: it has to join two of the walls, edges and
// holes that touch its ends and its middle. A search is needed only if so.
bool may_close(const Terrain& terrain, const Walled& walled, Vertex anchor, Orientation orientation);

}  // namespace quiver::games::quoridor
