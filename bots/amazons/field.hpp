// A position of Amazons made for thinking: sets of cells as bits, copied for each move rather than undone.
//
// A Chart says where the cells of a board lie in the bits; there is one only for boards drawn on a grid whose
// neighbours are all joined, of up to 22 by 22 cells. Shapes and maps are such boards. A Field is the
// position; its cells are bits, which the chart translates to vertices and back. Fields come in three sizes,
// so that the usual boards fit into two words; with_field picks the smallest that holds a board. Charts are
// immutable.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "bots/amazons/bits.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::bots::amazons {

using base::Seat;
using base::Vertex;
using games::Amazons;
using games::kMaxSeats;

class Chart {
 public:
  static constexpr std::uint32_t kMostSide = 22;
  static bool fits(const graph::Grid& grid) { return grid.rows <= kMostSide && grid.columns <= kMostSide; }
  // None if the board is too large, or not the plain grid that bits stand for.
  static std::shared_ptr<const Chart> of(const Amazons& game);

  // How the bits are laid out: 2 words of rows of 11, 4 of 16, 8 of 23.
  enum class Size { kSmall, kMiddle, kLarge };
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool is_for(const Amazons& game) const { return game.graph().digest() == digest_; }

  [[nodiscard]] unsigned bit(Vertex v) const { return bits_[v.value()]; }
  [[nodiscard]] Vertex vertex(unsigned bit) const { return vertices_[bit]; }
  [[nodiscard]] std::uint64_t queen_key(Seat s, unsigned bit) const {
    return keys_[(s.value() + std::size_t{1}) * vertices_.size() + bit];
  }
  [[nodiscard]] std::uint64_t arrow_key(unsigned bit) const { return keys_[bit]; }

 private:
  Chart(const Amazons& game, Size size);

  Size size_;
  std::uint64_t digest_;
  std::vector<std::uint16_t> bits_;  // by vertex
  std::vector<Vertex> vertices_;     // by bit
  std::vector<std::uint64_t> keys_;  // arrows, then queens seat after seat
};

// A move in bits.
struct Step {
  std::uint16_t from = 0, to = 0, arrow = 0;
  friend bool operator==(const Step&, const Step&) = default;
  [[nodiscard]] bool none() const { return from == to; }
};

inline Amazons::Move move_of(const Chart& chart, const Step& step) {
  return {chart.vertex(step.from), chart.vertex(step.to), chart.vertex(step.arrow)};
}
inline Step step_of(const Chart& chart, const Amazons::Move& move) {
  return {static_cast<std::uint16_t>(chart.bit(move.from)), static_cast<std::uint16_t>(chart.bit(move.to)),
          static_cast<std::uint16_t>(chart.bit(move.arrow))};
}

template <unsigned Words, int RowBits>
struct Field {
  using Set = Bits<Words>;
  static constexpr int kStride = RowBits;

  Set empty;
  std::array<Set, kMaxSeats> queens;
  games::Turn turn{2};
  std::uint64_t pieces = 0;  // their share of the hash

  Field(const Chart& chart, const Amazons& game);

  [[nodiscard]] Seat to_move() const { return turn.to_move(); }
  [[nodiscard]] bool over() const { return turn.over(); }
  [[nodiscard]] std::uint64_t hash() const { return pieces ^ turn.hash(); }
  // The queens of all who stand against `s`.
  [[nodiscard]] Set against(Seat s) const {
    Set all;
    for (unsigned other = 0; other < turn.seats(); ++other)
      if (other != s.value() && turn.stands(base::seat(other))) all |= queens[other];
    return all;
  }
  [[nodiscard]] Set reached(unsigned from) const { return rays<kStride>(Set::of(from), empty); }
  [[nodiscard]] bool can_move(Seat s) const { return (grown<kStride>(queens[s.value()]) & empty).any(); }
  [[nodiscard]] bool legal(const Step& step) const;

  // The queen alone, without an arrow and with no change of turn.
  void move_queen(unsigned from, unsigned to) {
    queens[to_move().value()] ^= Set::of(from) | Set::of(to);
    empty ^= Set::of(from) | Set::of(to);
  }
  void play(const Chart& chart, const Step& step);

 private:
  void hand_on();
};

template <unsigned Words, int RowBits>
Field<Words, RowBits>::Field(const Chart& chart, const Amazons& game) : turn(game.turn()) {
  const std::uint32_t cells = game.graph().num_vertices();
  for (std::uint32_t v = 0; v < cells; ++v) {
    if (game.has_arrow(Vertex{v})) pieces ^= chart.arrow_key(chart.bit(Vertex{v}));
    if (!game.graph().isolated(Vertex{v}) && game.empty(Vertex{v})) empty |= Set::of(chart.bit(Vertex{v}));
  }
  for (unsigned s = 0; s < turn.seats(); ++s)
    for (const Vertex v : game.queens(base::seat(s))) {
      queens[s] |= Set::of(chart.bit(v));
      pieces ^= chart.queen_key(base::seat(s), chart.bit(v));
    }
}

template <unsigned Words, int RowBits>
bool Field<Words, RowBits>::legal(const Step& step) const {
  if (step.none() || !queens[to_move().value()].has(step.from) || !reached(step.from).has(step.to))
    return false;
  const Set free = empty ^ Set::of(step.from) ^ Set::of(step.to);
  return rays<kStride>(Set::of(step.to), free).has(step.arrow);
}

template <unsigned Words, int RowBits>
void Field<Words, RowBits>::play(const Chart& chart, const Step& step) {
  pieces ^= chart.queen_key(to_move(), step.from) ^ chart.queen_key(to_move(), step.to) ^
            chart.arrow_key(step.arrow);
  move_queen(step.from, step.to);
  empty ^= Set::of(step.arrow);
  hand_on();
}

template <unsigned Words, int RowBits>
void Field<Words, RowBits>::hand_on() {
  Seat next = turn.next_after(turn.to_move());
  while (!turn.over() && !can_move(next)) {
    turn.put_out(next);
    next = turn.next_after(next);
  }
  turn.pass_to(next);
}

using SmallField = Field<2, 11>;
using MiddleField = Field<4, 16>;
using LargeField = Field<8, 23>;

// Calls what(field) with the position in the size that holds it.
template <class What>
decltype(auto) with_field(const Chart& chart, const Amazons& game, const What& what) {
  switch (chart.size()) {
    case Chart::Size::kSmall:
      return what(SmallField(chart, game));
    case Chart::Size::kMiddle:
      return what(MiddleField(chart, game));
    case Chart::Size::kLarge:
      break;
  }
  return what(LargeField(chart, game));
}

}  // namespace quiver::bots::amazons
