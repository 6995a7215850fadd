// A position of Quoridor as the champion searches it: bits for the edges, and the shortest ways kept with it.
//
// A plain value that is copied to make a move. It follows the rules of games::Quoridor to the letter: who is
// passed over, when a game is drawn, which walls are legal (a test compares them). The ways are whole
// unless the move was made for a glance only; then their lengths are right but the edges are not, and only
// the position's worth can be asked for. One thread.
#pragma once

#include "bots/quoridor/champion/ways.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::bots::quoridor::champion {

using games::kMaxSeats;
using games::Quoridor;
using Cell = std::uint16_t;
inline constexpr Cell kNowhere = 0xFFFF;

// Kind and cell of a QuoridorMove in 12 bits, never 0xFFFF.
using Code = std::uint16_t;
inline constexpr Code kNoMove = 0xFFFF;
inline constexpr Code kHorizontal = 1U << 10;
inline constexpr Code kVertical = 2U << 10;
inline constexpr unsigned kCodes = 3U << 10;
constexpr bool is_wall(Code code) { return code >= kHorizontal; }
constexpr Cell cell_of(Code code) { return code & 1023U; }
inline Code code_of(const Quoridor::Move& move) {
  return static_cast<Code>(static_cast<unsigned>(move.kind) << 10 | move.cell.value());
}
inline Quoridor::Move move_of(Code code) {
  return {static_cast<Quoridor::Move::Kind>(code >> 10), base::Vertex{cell_of(code)}};
}

// What stays the same all game.
template <unsigned kWords>
struct Ground {
  unsigned columns = 0;
  unsigned cells = 0;
  unsigned seats = 0;
  std::uint32_t max_plies = 0;
  Edges<kWords> whole;  // the board without walls
  std::array<Bits<kWords>, kMaxSeats> goals{};
  std::array<Bits<kWords>, kMaxSeats> homes{};
};

// Where a pawn can go, each cell once.
struct Targets {
  std::array<Cell, 12> cells;
  unsigned count = 0;
  void add(Cell c) {
    if (std::find(cells.begin(), cells.begin() + count, c) == cells.begin() + count) cells[count++] = c;
  }
};

enum class Care : std::uint8_t { kWhole, kGlance };
enum class Made : std::uint8_t { kIllegal, kGoesOn, kWon, kDrawn };

template <unsigned kWords>
struct Node {
  Edges<kWords> open;
  Bits<kWords> middles{};  // anchors of walls around whose middle there are four cells and no wall
  std::array<Way<kWords>, kMaxSeats> ways;
  std::array<Cell, kMaxSeats> pawns{kNowhere, kNowhere, kNowhere, kNowhere};
  std::array<std::uint8_t, kMaxSeats> walls{};
  std::uint8_t to_move = 0;
  std::uint8_t standing = 0;  // a bit a seat
  std::uint32_t ply = 0;
  std::uint64_t hash = 0;

  [[nodiscard]] bool stands(unsigned seat) const { return (standing >> seat & 1U) != 0; }
  [[nodiscard]] bool occupied(Cell c) const {
    return c == pawns[0] || c == pawns[1] || c == pawns[2] || c == pawns[3];
  }
  // The seat's way, with the move that places the pawn.
  [[nodiscard]] unsigned length(unsigned seat) const {
    return ways[seat].length + (pawns[seat] == kNowhere && ways[seat].length != kNoWay ? 1U : 0U);
  }
};

// The edges that a wall closes.
template <unsigned kWords>
Edges<kWords> cut_by(const Ground<kWords>& ground, Code wall) {
  Edges<kWords> cut;
  const Cell anchor = cell_of(wall);
  if (wall < kVertical) {
    cut.north.add(anchor);
    cut.north.add(anchor + 1U);
  } else {
    cut.east.add(anchor);
    cut.east.add(anchor - ground.columns);
  }
  return cut;
}

template <unsigned kWords>
Ground<kWords> ground_of(const Quoridor& game);
// With whole ways.
template <unsigned kWords>
Node<kWords> node_of(const Ground<kWords>& ground, const Quoridor& game);

template <unsigned kWords>
Bits<kWords> way_begin(const Ground<kWords>& ground, const Node<kWords>& node, unsigned seat) {
  return node.pawns[seat] == kNowhere ? ground.homes[seat] : Bits<kWords>::of(node.pawns[seat]);
}
template <unsigned kWords>
std::uint16_t length_with(const Ground<kWords>& ground, const Node<kWords>& node, const Edges<kWords>& open,
                          unsigned seat) {
  return way_length(open, ground.columns, way_begin(ground, node, seat), ground.goals[seat]);
}

// The pawn's moves of a seat whose pawn stands.
template <unsigned kWords>
Targets targets_of(const Ground<kWords>& ground, const Node<kWords>& node, unsigned seat);

// Walls that fit where they are: whether they leave everybody a path is seen when they are made.
template <unsigned kWords>
Bits<kWords> horizontal_slots(const Node<kWords>& node) {
  return node.middles & node.open.north & node.open.north.down(1);
}
template <unsigned kWords>
Bits<kWords> vertical_slots(const Ground<kWords>& ground, const Node<kWords>& node) {
  return node.middles & node.open.east & node.open.east.up(ground.columns);
}

// `after` becomes the position after a move of the seat to move: one of its targets, or a wall in a slot.
// If it is illegal, `after` is worth nothing. If the game is over, only its ply is of use.
template <unsigned kWords>
Made make(const Ground<kWords>& ground, const Node<kWords>& before, Code move, Node<kWords>& after,
          Care care);

// Calls visit(code) for every move of the pawn, or every cell that it can be placed on.
template <unsigned kWords, class Visitor>
void for_each_pawn_move(const Ground<kWords>& ground, const Node<kWords>& node, const Visitor& visit);
// Calls visit(code) for every legal move.
template <unsigned kWords, class Visitor>
void for_each_legal(const Ground<kWords>& ground, const Node<kWords>& node, const Visitor& visit);

}  // namespace quiver::bots::quoridor::champion

#include "bots/quoridor/champion/node_impl.hpp"
