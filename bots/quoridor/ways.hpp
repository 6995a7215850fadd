// The shortest ways of Quoridor: how far every cell is from a seat's goal, and which edges one such way uses.
//
// Pawns are in nobody's way here, as in the rule about walls. Fixed sizes, nothing is allocated.
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
// Farther than any way on any board.
inline constexpr Steps kNoWay = games::quoridor::kMaxCells + 1;

// The steps from each cell to one seat's goal; kNoWay where there is no way.
using Distances = std::array<Steps, games::quoridor::kMaxCells + 1>;
void measure(const Quoridor& game, Seat seat, Distances& distances);

// The length of the shortest way of each seat that stands; kNoWay for those that are out. The way of a
// pawn that is not placed yet begins with the move that places it.
using Lengths = std::array<Steps, kMaxSeats>;

// The same for one seat, by a search of its own from the pawn on.
Steps way_length(const Quoridor& game, Seat seat);

// The shortest ways of all seats in one position, and what a move makes of their lengths.
//
// Most walls stand in nobody's way: only where one cuts the very way that is kept here is there anything
// to search. A step of a pawn is a look-up.
class Ways {
 public:
  Ways() = default;
  explicit Ways(const Quoridor& game) { look(game); }
  // It may point at itself.
  Ways(const Ways&) = delete;
  Ways& operator=(const Ways&) = delete;

  void look(const Quoridor& game);
  // As look(game), for the position after `move` of `mover` in the position that `before` belongs to; that
  // one has to stay as it is as long as this one is used.
  void look_after(const Quoridor& game, const Ways& before, const Move& move, Seat mover);

  [[nodiscard]] const Lengths& lengths() const { return lengths_; }
  // From any cell to the seat's goal.
  [[nodiscard]] Steps distance(Seat s, Vertex v) const { return (*distances_)[s.value()][v.value()]; }
  // The lengths in the position `after` that `move` of `mover` leads to from this one.
  [[nodiscard]] Lengths lengths_after(const Quoridor& after, const Move& move, Seat mover) const;
  // Whether a wall cuts the way that is kept for the seat; it may have others as short.
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
