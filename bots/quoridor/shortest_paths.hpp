// The shortest paths of Quoridor: how far every cell is from a seat's goal, and which edges one such path
// uses.
//
// Pawns do not block paths here, as in the rule about walls. Fixed sizes, nothing is allocated.
#pragma once

#include <array>
#include <cstdint>

#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::bots::quoridor {

using base::Seat;
using base::Vertex;
using games::kMaxSeats;
using games::Quoridor;
using Move = Quoridor::Move;

using Steps = std::uint16_t;
// Longer than any path on any board.
inline constexpr Steps kNoPath = games::quoridor::kMaxCells + 1;

// The steps from each cell to one seat's goal; kNoPath where there is no path.
using Distances = std::array<Steps, games::quoridor::kMaxCells + 1>;
void measure(const Quoridor& game, Seat seat, Distances& distances);

// The length of the shortest path of each seat that is in the game; kNoPath for the others. The path of a
// pawn that is not placed yet begins with the move that places it.
using Lengths = std::array<Steps, kMaxSeats>;

// The same for one seat, by a search from its pawn.
Steps path_length(const Quoridor& game, Seat seat);

// The shortest paths of all seats in one position, and their lengths after a move.  Most walls cut no path:
// only where one cuts the very path that is kept here is a new search needed. A step of a pawn is a table
// lookup.
class ShortestPaths {
 public:
  ShortestPaths() = default;
  explicit ShortestPaths(const Quoridor& game) { update(game); }
  // It may point at itself.
  ShortestPaths(const ShortestPaths&) = delete;
  ShortestPaths& operator=(const ShortestPaths&) = delete;

  void update(const Quoridor& game);
  // As update(game), for the position after `move` of `mover` in the position that `before` belongs to; that
  // one has to stay as it is as long as this one is used.
  void update_after(const Quoridor& game, const ShortestPaths& before, const Move& move, Seat mover);

  [[nodiscard]] const Lengths& lengths() const { return lengths_; }
  // From any cell to the seat's goal.
  [[nodiscard]] Steps distance(Seat s, Vertex v) const { return (*distances_)[s.value()][v.value()]; }
  // The lengths in the position `after` that `move` of `mover` leads to from this one.
  [[nodiscard]] Lengths lengths_after(const Quoridor& after, const Move& move, Seat mover) const;
  // Whether a wall cuts the path that is kept for the seat; there may be others as short.
  [[nodiscard]] bool cuts(const Quoridor& game, const Move& wall, Seat s) const;

 private:
  using AllDistances = std::array<Distances, kMaxSeats>;

  void trace(const Quoridor& game, Seat s);

  AllDistances own_distances_;
  const AllDistances* distances_ = &own_distances_;  // or those of a position before, with the same walls
  std::array<games::quoridor::Route, kMaxSeats> routes_;
  Lengths lengths_{};
};

}  // namespace quiver::bots::quoridor
