// Random games of Hex from one position on, each played until the board is full.
//
// Nobody asks for a winner before that: a chain that joins two sides stays, and only one seat can have one.
// The empty cells stand in a list in the order in which they are played; a random cell, or a given one, is
// exchanged with the next in the list, so the list stays a permutation and need not be set up again. A seat
// whose bridge (two chains with two empty cells in common) is intruded upon plays the other cell of it: that
// is nearly always right, and playouts that do not know it take safe connections for even chances.
// One thread. All randomness comes from the generator that fill() is given.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "bots/hex/board.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::hex {

class Playout {
 public:
  using Cell = Board::Cell;

  Playout(const Board& root, Seat to_move);

  // Back to the root.
  void restart();
  // A stone of the seat to move on an empty cell.
  void play(Cell cell);
  // Plays all cells that are left; returns the winner.
  Seat fill(base::Random& random);

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] Seat to_move() const { return to_move_; }
  [[nodiscard]] std::span<const Cell> empty_cells() const { return std::span(order_).subspan(played_); }
  // The cell that saves a bridge of the seat to move, if the latest stone intrudes upon one.
  [[nodiscard]] std::optional<Cell> bridge_reply() const;

 private:
  Board root_;
  Seat first_;
  Board board_;
  Seat to_move_;
  std::vector<Cell> order_;                         // empty cells of the root; those played come first
  std::array<std::uint16_t, Board::kCells> place_;  // of each of them in the list
  std::size_t played_ = 0;
};

}  // namespace quiver::bots::hex
