#include "bots/hex/playout.hpp"

#include <bit>
#include <utility>

namespace quiver::bots::hex {

namespace {

constexpr unsigned kAround = 63;  // six bits, one a neighbour

// Rotations of the six neighbours by one place, one way and the other.
constexpr unsigned turned_left(unsigned bits) { return (bits << 1 | bits >> 5) & kAround; }
constexpr unsigned turned_right(unsigned bits) { return (bits >> 1 | bits << 5) & kAround; }

// From 0 to bound - 1. Not quite even, by less than one in a million, and twice as fast as Random::below.
std::size_t pick_below(std::size_t bound, base::Random& random) { return (random() >> 32) * bound >> 32; }

}  // namespace

// `order_` holds the empty cells, those played so far in front; `place_` is its inverse. Both survive
// restart(), because any order will do for a random playout.
Playout::Playout(const Board& root, Seat to_move)
    : root_(root), first_(to_move), board_(root), to_move_(to_move), place_{} {
  for (std::uint32_t v = 0; v < root.side() * root.side(); ++v) {
    const Cell cell = root.cell(Vertex{v});
    if (!root.empty(cell)) continue;
    place_[cell] = static_cast<std::uint16_t>(order_.size());
    order_.push_back(cell);
  }
}

void Playout::restart() {
  board_ = root_;
  to_move_ = first_;
  played_ = 0;
}

// Swaps the cell to the end of the played part: constant time, wherever it was.
void Playout::play(Cell cell) {
  const std::uint16_t from = place_[cell];
  const Cell next = order_[played_];
  std::swap(order_[played_], order_[from]);
  place_[next] = from;
  place_[cell] = static_cast<std::uint16_t>(played_++);
  board_.put(cell, to_move_);
  to_move_ = opponent_of(to_move_);
}

// Save-bridge heuristic: if the last stone intruded into a bridge of the mover, the other cell keeps it
// whole.
std::optional<Board::Cell> Playout::bridge_reply() const {
  if (played_ == 0) return std::nullopt;
  const Cell intruder = order_[played_ - 1];
  const Owner mover = owner_of(to_move_);
  unsigned own = 0, empty = 0;
  for (unsigned k = 0; k < Board::kSteps.size(); ++k) {
    const Owner owner = board_.at(Board::neighbour(intruder, k));
    own |= static_cast<unsigned>(owner == mover) << k;
    empty |= static_cast<unsigned>(owner == Owner::kNobody) << k;
  }
  // An empty neighbour of the intruder between two stones of the mover.
  const unsigned saving = empty & turned_left(own) & turned_right(own);
  if (saving == 0) return std::nullopt;
  return Board::neighbour(intruder, static_cast<unsigned>(std::countr_zero(saving)));
}

// Plays on until the board is full, and asks for the winner once: on a full board exactly one seat has a
// chain.
Seat Playout::fill(base::Random& random) {
  while (played_ < order_.size()) {
    const auto reply = bridge_reply();
    play(reply ? *reply : order_[played_ + pick_below(order_.size() - played_, random)]);
  }
  return board_.winner();
}

}  // namespace quiver::bots::hex
