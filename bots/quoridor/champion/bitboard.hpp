// A position of Quoridor as the champion searches it: bitsets of open edges, and the shortest paths of all
// seats.
//
// A plain value that is copied to make a move. It follows the rules of games::Quoridor exactly: which seats
// are passed over, when a game is drawn, which walls are legal (a test compares them). After a move with
// PathUpdate::kLengthOnly the lengths of the paths are right but their edges are not, and only the evaluation
// may use it. One thread.
#pragma once

#include "bots/quoridor/champion/shortest_paths.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::bots::quoridor::champion {

using games::kMaxSeats;
using games::Quoridor;
using Cell = std::uint16_t;
inline constexpr Cell kNowhere = 0xFFFF;

// Kind and cell of a QuoridorMove in 12 bits, never 0xFFFF.
using PackedMove = std::uint16_t;
inline constexpr PackedMove kNoMove = 0xFFFF;
inline constexpr PackedMove kHorizontal = 1U << 10;
inline constexpr PackedMove kVertical = 2U << 10;
inline constexpr unsigned kPackedMoves = 3U << 10;
constexpr bool is_wall(PackedMove move) { return move >= kHorizontal; }
constexpr Cell cell_of(PackedMove move) { return move & 1023U; }
inline PackedMove packed(const Quoridor::Move& move) {
  return static_cast<PackedMove>(static_cast<unsigned>(move.kind) << 10 | move.cell.value());
}
inline Quoridor::Move unpacked(PackedMove move) {
  return {static_cast<Quoridor::Move::Kind>(move >> 10), base::Vertex{cell_of(move)}};
}

// What stays the same all game.
template <unsigned kWords>
struct BitboardLayout {
  unsigned columns = 0;
  unsigned cells = 0;
  unsigned seats = 0;
  std::uint32_t max_plies = 0;
  Edges<kWords> whole;  // the board without walls
  std::array<Bitset<kWords>, kMaxSeats> goals{};
  std::array<Bitset<kWords>, kMaxSeats> homes{};
};

// Where a pawn can go, each cell once.
struct PawnTargets {
  std::array<Cell, 12> cells;
  unsigned count = 0;
  void add(Cell c) {
    if (std::find(cells.begin(), cells.begin() + count, c) == cells.begin() + count) cells[count++] = c;
  }
};

// kLengthOnly is for leaves: it skips the edges of the paths, which the evaluation does not need.
enum class PathUpdate : std::uint8_t { kFull, kLengthOnly };
enum class MoveResult : std::uint8_t { kIllegal, kOngoing, kWon, kDrawn };

template <unsigned kWords>
struct Bitboard {
  Edges<kWords> open;
  Bitset<kWords> wall_anchors{};  // anchors of walls around whose middle there are four cells and no wall
  std::array<ShortestPath<kWords>, kMaxSeats> paths;
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
  // The seat's path, with the move that places the pawn.
  [[nodiscard]] unsigned length(unsigned seat) const {
    return paths[seat].length + (pawns[seat] == kNowhere && paths[seat].length != kNoPath ? 1U : 0U);
  }
};

// The edges that a wall closes.
template <unsigned kWords>
Edges<kWords> cut_by(const BitboardLayout<kWords>& layout, PackedMove wall) {
  Edges<kWords> cut;
  const Cell anchor = cell_of(wall);
  if (wall < kVertical) {
    cut.north.add(anchor);
    cut.north.add(anchor + 1U);
  } else {
    cut.east.add(anchor);
    cut.east.add(anchor - layout.columns);
  }
  return cut;
}

template <unsigned kWords>
BitboardLayout<kWords> layout_of(const Quoridor& game);
// With full paths.
template <unsigned kWords>
Bitboard<kWords> bitboard_of(const BitboardLayout<kWords>& layout, const Quoridor& game);

// The pawn's cell, or every cell that the pawn may still be placed on.
template <unsigned kWords>
Bitset<kWords> path_start(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                          unsigned seat) {
  return board.pawns[seat] == kNowhere ? layout.homes[seat] : Bitset<kWords>::of(board.pawns[seat]);
}
template <unsigned kWords>
std::uint16_t length_with(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                          const Edges<kWords>& open, unsigned seat) {
  return path_length(open, layout.columns, path_start(layout, board, seat), layout.goals[seat]);
}

// The pawn's moves of a seat whose pawn stands.
template <unsigned kWords>
PawnTargets pawn_targets(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, unsigned seat);

// Walls that fit where they are: whether they leave everybody a path is seen when they are made.
template <unsigned kWords>
Bitset<kWords> horizontal_slots(const Bitboard<kWords>& board) {
  return board.wall_anchors & board.open.north & board.open.north.down(1);
}
template <unsigned kWords>
Bitset<kWords> vertical_slots(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board) {
  return board.wall_anchors & board.open.east & board.open.east.up(layout.columns);
}

// `after` becomes the position after a move of the seat to move: one of its targets, or a wall in a slot.
// If it is illegal, `after` is worth nothing. If the game is over, only its ply is of use.
template <unsigned kWords>
MoveResult make_move(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& before, PackedMove move,
                     Bitboard<kWords>& after, PathUpdate update);

// Calls visit(code) for every move of the pawn, or every cell that it can be placed on.
template <unsigned kWords, class Visitor>
void for_each_pawn_move(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                        const Visitor& visit);
// Calls visit(code) for every legal move.
template <unsigned kWords, class Visitor>
void for_each_legal(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                    const Visitor& visit);

}  // namespace quiver::bots::quoridor::champion

#include "bots/quoridor/champion/bitboard_impl.hpp"
