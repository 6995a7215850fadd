// The board as an electrical circuit between the two sides of one seat.
//
// Every empty cell is a resistor of 1, a stone of the seat and its two sides of the frame conduct perfectly,
// and stones of the opponent are no part of the circuit. What conducts perfectly and hangs together is one
// node, and so is every empty cell. Over a bridge, two empty cells that both ends touch, a stone reaches as
// far as to a neighbour, because the opponent cannot stop it: without bridges the circuit prefers stones that
// touch, and loses the race. One object is built for many positions in turn and allocates only for the
// first. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/hex/board.hpp"

namespace quiver::bots::hex {

class Circuit {
 public:
  using Cell = Board::Cell;
  using Node = std::uint16_t;
  // The two sides, with the chains that hang on them.
  static constexpr Node kSource = 0, kSink = 1;
  struct Resistor {
    Node a, b;
    double conductance;
  };

  void build(const Board& board, Seat seat);

  // A chain joins the two sides. There are no resistors then.
  [[nodiscard]] bool is_joined() const { return joined_; }
  // How many empty cells would join the two sides with one stone.
  [[nodiscard]] unsigned winning_cells() const { return winning_cells_; }
  [[nodiscard]] Node num_nodes() const { return nodes_; }
  [[nodiscard]] std::span<const Resistor> resistors() const { return resistors_; }
  [[nodiscard]] std::span<const Cell> empty_cells() const { return empty_; }
  [[nodiscard]] Node node(Cell cell) const { return node_[cell]; }

 private:
  static constexpr Node kUnnamed = 0xFFFF, kOutside = 0xFFFE;

  void clear(const Board& board);
  void name_side(const Board& board, Seat seat, int row, Node node);
  // The cells on the stack, and all stones of the owner that hang together with them, become that node.
  void spread(const Board& board, Owner owner, Node node);
  void name_chains(const Board& board, Owner owner);
  void connect_neighbours(const Board& board, Cell cell);
  void connect_bridges(const Board& board, Cell cell);

  std::array<Node, Board::kCells> node_{};
  std::vector<Cell> empty_, stack_;
  std::vector<Resistor> resistors_;
  Node nodes_ = 0;
  unsigned winning_cells_ = 0;
  bool joined_ = false;
};

}  // namespace quiver::bots::hex
