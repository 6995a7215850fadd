// A position of Amazons made for the champion's search: sets of bits, copied for each move rather than
// undone.
//
// Its cells are those of a Ground. play() hands the turn on as the rules do: whoever cannot move is out.
// Between the queen's move and her arrow a position is half done: move_queen leaves it so, and shoot ends it.
// Plain values, any thread.
#pragma once

#include "bots/amazons/champion/ground.hpp"

namespace quiver::bots::amazons::champion {

// The set, and the eight neighbours of all its cells, on and off the board.
template <unsigned Words>
Bits<Words> grown(const Ground<Words>& ground, const Bits<Words>& from);

template <unsigned Words>
struct Board {
  using Set = Bits<Words>;

  Set empty;
  std::array<Set, kMaxSeats> queens;
  games::Turn turn{2};
  std::uint64_t pieces = 0;  // their share of the hash

  Board(const Ground<Words>& ground, const Amazons& game) : turn(game.turn()) {
    for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
      const Cell cell = ground.cell(Vertex{v});
      if (game.has_arrow(Vertex{v})) pieces ^= ground.arrow_key(cell);
      if (ground.playable().has(cell) && game.empty(Vertex{v})) empty |= Set::of(cell);
    }
    for (unsigned s = 0; s < turn.seats(); ++s)
      for (const Vertex v : game.queens(base::seat(s))) {
        queens[s] |= Set::of(ground.cell(v));
        pieces ^= ground.queen_key(base::seat(s), ground.cell(v));
      }
  }

  [[nodiscard]] Seat to_move() const { return turn.to_move(); }
  [[nodiscard]] bool over() const { return turn.over(); }
  // Of a position that is not half done.
  [[nodiscard]] std::uint64_t hash() const { return pieces ^ turn.hash(); }
  [[nodiscard]] const Set& queens_of(Seat s) const { return queens[s.value()]; }
  // The queens of all who stand against `s`.
  [[nodiscard]] Set against(Seat s) const {
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

  void move_queen(const Ground<Words>& ground, Cell from, Cell to) {
    const Set both = Set::of(from) | Set::of(to);
    queens[to_move().value()] ^= both;
    empty ^= both;
    pieces ^= ground.queen_key(to_move(), from) ^ ground.queen_key(to_move(), to);
  }
  void shoot(const Ground<Words>& ground, Cell arrow) {
    empty ^= Set::of(arrow);
    pieces ^= ground.arrow_key(arrow);
    hand_on(ground);
  }
  void play(const Ground<Words>& ground, const Step& step) {
    move_queen(ground, step.from, step.to);
    shoot(ground, step.arrow);
  }

  [[nodiscard]] bool can_move(const Ground<Words>& ground, Seat s) const {
    bool can = false;
    queens[s.value()].for_each(
        [&](unsigned q) { can = can || (ground.neighbours(static_cast<Cell>(q)) & empty).any(); });
    return can;
  }

 private:
  void hand_on(const Ground<Words>& ground) {
    Seat next = turn.next_after(turn.to_move());
    while (!turn.over() && !can_move(ground, next)) {
      turn.put_out(next);
      next = turn.next_after(next);
    }
    turn.pass_to(next);
  }
};

// Every bit moved by `by`, from 1 to 63, up or down.
template <unsigned Words>
Bits<Words> moved_up(const Bits<Words>& from, unsigned by) {
  Bits<Words> to;
  to.words[0] = from.words[0] << by;
  for (unsigned k = 1; k < Words; ++k) to.words[k] = from.words[k] << by | from.words[k - 1] >> (64 - by);
  return to;
}
template <unsigned Words>
Bits<Words> moved_down(const Bits<Words>& from, unsigned by) {
  Bits<Words> to;
  for (unsigned k = 0; k + 1 < Words; ++k) to.words[k] = from.words[k] >> by | from.words[k + 1] << (64 - by);
  to.words[Words - 1] = from.words[Words - 1] >> by;
  return to;
}

template <unsigned Words>
Bits<Words> grown(const Ground<Words>& ground, const Bits<Words>& from) {
  const Bits<Words> row =
      from | (moved_up(from, 1) & ground.not_first()) | (moved_down(from, 1) & ground.not_last());
  return row | moved_up(row, ground.stride()) | moved_down(row, ground.stride());
}

}  // namespace quiver::bots::amazons::champion
