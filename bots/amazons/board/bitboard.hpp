// A position of Amazons as bitsets, copied for each move rather than undone.
//
// A cell is a bit; a BitboardLayout translates bits to vertices and back. Bitboards come in three sizes;
// with_bitboard picks the smallest that holds a board. Plain values, any thread.
#pragma once

#include <algorithm>

#include "bots/amazons/board/bitboard_layout.hpp"
#include "bots/amazons/board/rays.hpp"

namespace quiver::bots::amazons {

template <unsigned Words, int RowBits>
struct Bitboard {
  using Set = Bitset<Words>;
  static constexpr int kStride = RowBits;

  Set empty;
  std::array<Set, kMaxSeats> queens;
  games::Turn turn{2};
  std::uint64_t pieces = 0;  // their share of the hash

  Bitboard(const BitboardLayout& layout, const Amazons& game);

  [[nodiscard]] Seat to_move() const { return turn.to_move(); }
  [[nodiscard]] bool over() const { return turn.over(); }
  [[nodiscard]] std::uint64_t hash() const { return pieces ^ turn.hash(); }
  // The queens of all who stand against `s`.
  [[nodiscard]] Set opponent_queens(Seat s) const {
    Set all;
    for (unsigned other = 0; other < turn.seats(); ++other)
      if (other != s.value() && turn.stands(base::seat(other))) all |= queens[other];
    return all;
  }
  // The cells that a queen or an arrow on `from` reaches in one move. `from` itself is not among the empty
  // cells.
  [[nodiscard]] Set reachable(unsigned from) const { return rays<kStride>(Set::of(from), empty); }
  [[nodiscard]] bool can_move(Seat s) const { return (grown<kStride>(queens[s.value()]) & empty).any(); }
  // For moves from a table or from killers, which may belong to another position.
  [[nodiscard]] bool is_legal(const BitMove& move) const;

  // The queen alone, without an arrow and with no change of turn.
  void move_queen(unsigned from, unsigned to) {
    queens[to_move().value()] ^= Set::of(from) | Set::of(to);
    empty ^= Set::of(from) | Set::of(to);
  }
  // A whole legal move: updates the hash and passes the turn.
  void play(const BitboardLayout& layout, const BitMove& move);

 private:
  void pass_turn();
};

template <unsigned Words, int RowBits>
Bitboard<Words, RowBits>::Bitboard(const BitboardLayout& layout, const Amazons& game) : turn(game.turn()) {
  const std::uint32_t cells = game.graph().num_vertices();
  for (std::uint32_t v = 0; v < cells; ++v) {
    if (game.has_arrow(Vertex{v})) pieces ^= layout.arrow_key(layout.bit(Vertex{v}));
    if (!game.graph().isolated(Vertex{v}) && game.empty(Vertex{v})) empty |= Set::of(layout.bit(Vertex{v}));
  }
  for (unsigned s = 0; s < turn.seats(); ++s)
    for (const Vertex v : game.queens(base::seat(s))) {
      queens[s] |= Set::of(layout.bit(v));
      pieces ^= layout.queen_key(base::seat(s), layout.bit(v));
    }
}

// The cell she leaves is free for her arrow, her new one is not.
template <unsigned Words, int RowBits>
bool Bitboard<Words, RowBits>::is_legal(const BitMove& move) const {
  if (move.none() || !queens[to_move().value()].has(move.from) || !reachable(move.from).has(move.to))
    return false;
  const Set free = empty ^ Set::of(move.from) ^ Set::of(move.to);
  return rays<kStride>(Set::of(move.to), free).has(move.arrow);
}

template <unsigned Words, int RowBits>
void Bitboard<Words, RowBits>::play(const BitboardLayout& layout, const BitMove& move) {
  pieces ^= layout.queen_key(to_move(), move.from) ^ layout.queen_key(to_move(), move.to) ^
            layout.arrow_key(move.arrow);
  move_queen(move.from, move.to);
  empty ^= Set::of(move.arrow);
  pass_turn();
}

template <unsigned Words, int RowBits>
void Bitboard<Words, RowBits>::pass_turn() {
  Seat next = turn.next_after(turn.to_move());
  while (!turn.over() && !can_move(next)) {
    turn.eliminate(next);
    next = turn.next_after(next);
  }
  turn.pass_to(next);
}

// Up to 10, 15 and 22 columns: one bit of each row is the gap at its end.
using SmallBitboard = Bitboard<2, 11>;
using MediumBitboard = Bitboard<4, 16>;
using LargeBitboard = Bitboard<8, 23>;

// Calls what(field) with the position in the size that holds it.
template <class What>
decltype(auto) with_bitboard(const BitboardLayout& layout, const Amazons& game, const What& what) {
  switch (layout.size()) {
    case BitboardLayout::Size::kSmall:
      return what(SmallBitboard(layout, game));
    case BitboardLayout::Size::kMedium:
      return what(MediumBitboard(layout, game));
    case BitboardLayout::Size::kLarge:
      break;
  }
  return what(LargeBitboard(layout, game));
}

}  // namespace quiver::bots::amazons
