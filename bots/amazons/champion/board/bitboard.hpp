// A position of Amazons as bitsets, copied for each move rather than undone.
//
// Its cells are those of a BitboardLayout. play() passes the turn as the rules do: a seat that cannot move is
// eliminated. Between the queen's move and her arrow a position is half done: move_queen leaves it so, and
// shoot completes the move. Plain values, any thread.
#pragma once

#include "bots/amazons/champion/board/bitboard_layout.hpp"

namespace quiver::bots::amazons::champion {

// The set, and the eight neighbours of all its cells, on and off the board.
template <unsigned Words>
Bitset<Words> grown(const BitboardLayout<Words>& layout, const Bitset<Words>& from);

template <unsigned Words>
struct Bitboard {
  using Set = Bitset<Words>;

  Set empty;
  std::array<Set, kMaxSeats> queens;
  games::Turn turn{2};
  std::uint64_t pieces = 0;  // their share of the hash

  Bitboard(const BitboardLayout<Words>& layout, const Amazons& game) : turn(game.turn()) {
    for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
      const Cell cell = layout.cell(Vertex{v});
      if (game.has_arrow(Vertex{v})) pieces ^= layout.arrow_key(cell);
      if (layout.playable().has(cell) && game.empty(Vertex{v})) empty |= Set::of(cell);
    }
    for (unsigned s = 0; s < turn.seats(); ++s)
      for (const Vertex v : game.queens(base::seat(s))) {
        queens[s] |= Set::of(layout.cell(v));
        pieces ^= layout.queen_key(base::seat(s), layout.cell(v));
      }
  }

  [[nodiscard]] Seat to_move() const { return turn.to_move(); }
  [[nodiscard]] bool over() const { return turn.over(); }
  // Of a position that is not half done.
  [[nodiscard]] std::uint64_t hash() const { return pieces ^ turn.hash(); }
  [[nodiscard]] const Set& queens_of(Seat s) const { return queens[s.value()]; }
  // The queens of all who stand against `s`.
  [[nodiscard]] Set opponent_queens(Seat s) const {
    Set all;
    for (unsigned other = 0; other < turn.seats(); ++other)
      if (other != s.value() && turn.stands(base::seat(other))) all |= queens[other];
    return all;
  }

  [[nodiscard]] int count_queens() const {
    int sum = 0;
    for (const Set& of_seat : queens) sum += of_seat.count();
    return sum;
  }

  void move_queen(const BitboardLayout<Words>& layout, Cell from, Cell to) {
    const Set both = Set::of(from) | Set::of(to);
    queens[to_move().value()] ^= both;
    empty ^= both;
    pieces ^= layout.queen_key(to_move(), from) ^ layout.queen_key(to_move(), to);
  }
  void shoot(const BitboardLayout<Words>& layout, Cell arrow) {
    empty ^= Set::of(arrow);
    pieces ^= layout.arrow_key(arrow);
    pass_turn(layout);
  }
  void play(const BitboardLayout<Words>& layout, const BitMove& move) {
    move_queen(layout, move.from, move.to);
    shoot(layout, move.arrow);
  }

  // A queen with an empty neighbour can move there and shoot back: that is all it takes.
  [[nodiscard]] bool can_move(const BitboardLayout<Words>& layout, Seat s) const {
    bool can = false;
    queens[s.value()].for_each(
        [&](unsigned q) { can = can || (layout.neighbours(static_cast<Cell>(q)) & empty).any(); });
    return can;
  }

 private:
  void pass_turn(const BitboardLayout<Words>& layout) {
    Seat next = turn.next_after(turn.to_move());
    while (!turn.over() && !can_move(layout, next)) {
      turn.eliminate(next);
      next = turn.next_after(next);
    }
    turn.pass_to(next);
  }
};

template <unsigned Words>
Bitset<Words> grown(const BitboardLayout<Words>& layout, const Bitset<Words>& from) {
  const Bitset<Words> row = from | (from.up(1) & layout.not_first()) | (from.down(1) & layout.not_last());
  return row | row.up(layout.stride()) | row.down(layout.stride());
}

}  // namespace quiver::bots::amazons::champion
