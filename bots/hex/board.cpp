#include "bots/hex/board.hpp"

namespace quiver::bots::hex {

// A border of owned cells surrounds the board, so that no neighbour needs a bounds check.
Board::Board(const Hex& game) : side_(game.side()) {
  const int side = static_cast<int>(side_);
  // The corner north-west of the board is seat 0's, the one opposite it seat 1's: winner() starts there.
  for (int k = -1; k < side; ++k) {
    owners_[cell(-1, k)] = owners_[cell(side, k)] = Owner::kSeat0;
    owners_[cell(k + 1, -1)] = owners_[cell(k + 1, side)] = Owner::kSeat1;
  }
  for (std::uint32_t v = 0; v < side_ * side_; ++v) {
    const auto stone = game.stone(Vertex{v});
    owners_[cell(Vertex{v})] = stone ? owner_of(*stone) : Owner::kNobody;
  }
}

// Walks along the border between the stones that hang together with the northern side and those that hang
// together with the western one, from the corner where the two sides meet. It ends at another corner, and
// there one of the two has reached its other side. Far fewer cells are looked at than by filling a chain.
Seat Board::winner() const {
  Cell own = cell(-1, -1);  // seat 0's; seat 1's is its neighbour in direction `step`
  unsigned step = 3;
  for (;;) {
    const unsigned before = (step + 5) % 6;
    const Cell ahead = neighbour(own, before);
    if (at(ahead) == Owner::kSeat0) {
      if (row(ahead) == side_) return base::seat(0);
      own = ahead;
      step = (step + 1) % 6;
    } else {
      if (column(ahead) == side_) return base::seat(1);
      step = before;
    }
  }
}

}  // namespace quiver::bots::hex
