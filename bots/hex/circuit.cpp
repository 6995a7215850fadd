#include "bots/hex/circuit.hpp"

namespace quiver::bots::hex {

namespace {

// The way from one cell to the next is half of each: an empty cell has a resistance of 1 on each of its six
// ways, a stone of 0.
constexpr double kBetweenEmpty = 0.5;
constexpr double kBesideStone = 1.0;
// Between two stones with a bridge: it nearly always holds.
constexpr double kBetweenBridged = 16.0;
// Half of the steps from a cell: what lies between two cells of the board is connected once.
constexpr unsigned kHalf = 3;

// The cell that a bridge leads to, over the neighbours `step` and `step` + 1.
Board::Cell across(Board::Cell cell, unsigned step) {
  return Board::neighbour(Board::neighbour(cell, step), (step + 1) % 6);
}

}  // namespace

// Chains of one seat become single nodes, empty cells one node each; the opponent's stones carry no current.
void Circuit::build(const Board& board, Seat seat) {
  clear(board);
  name_side(board, seat, -1, kSource);
  name_side(board, seat, static_cast<int>(board.side()), kSink);
  if (joined_) return;
  name_chains(board, owner_of(seat));
  for (std::uint32_t v = 0; v < board.side() * board.side(); ++v) {
    const Cell cell = board.cell(Vertex{v});
    if (node_[cell] >= kOutside) continue;
    if (board.empty(cell)) connect_neighbours(board, cell);
    connect_bridges(board, cell);
  }
}

void Circuit::clear(const Board& board) {
  const int side = static_cast<int>(board.side());
  node_.fill(kOutside);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) node_[Board::cell(row, column)] = kUnnamed;
  nodes_ = 2;
  winning_cells_ = 0;
  joined_ = false;
  empty_.clear();
  resistors_.clear();
}

void Circuit::name_side(const Board& board, Seat seat, int row, Node node) {
  const int side = static_cast<int>(board.side());
  for (int k = 0; k < side; ++k)
    stack_.push_back(seat.value() == 0 ? Board::cell(row, k) : Board::cell(k, row));
  for (const Cell cell : stack_) node_[cell] = node;
  spread(board, owner_of(seat), node);
}

// Flood fill over the owner's stones, from the cells on the stack.
void Circuit::spread(const Board& board, Owner owner, Node node) {
  while (!stack_.empty()) {
    const Cell from = stack_.back();
    stack_.pop_back();
    for (unsigned k = 0; k < Board::kSteps.size(); ++k) {
      const Cell next = Board::neighbour(from, k);
      if (node == kSink && node_[next] == kSource) joined_ = true;
      if (node_[next] != kUnnamed || board.at(next) != owner) continue;
      node_[next] = node;
      stack_.push_back(next);
    }
  }
}

void Circuit::name_chains(const Board& board, Owner owner) {
  for (std::uint32_t v = 0; v < board.side() * board.side(); ++v) {
    const Cell cell = board.cell(Vertex{v});
    if (node_[cell] != kUnnamed) continue;
    if (board.empty(cell)) {
      node_[cell] = nodes_++;
      empty_.push_back(cell);
    } else if (board.at(cell) == owner) {
      node_[cell] = nodes_;
      stack_.push_back(cell);
      spread(board, owner, nodes_++);
    }
  }
}

void Circuit::connect_neighbours(const Board& board, Cell cell) {
  bool at_source = false, at_sink = false;
  for (unsigned k = 0; k < Board::kSteps.size(); ++k) {
    const Cell next = Board::neighbour(cell, k);
    const Node other = node_[next];
    if (other >= kOutside) continue;
    at_source |= other == kSource;
    at_sink |= other == kSink;
    const bool both_empty = board.empty(next);
    if (!both_empty || k < kHalf)
      resistors_.push_back({node_[cell], other, both_empty ? kBetweenEmpty : kBesideStone});
  }
  winning_cells_ += at_source && at_sink ? 1U : 0U;
}

// A bridge: two cells with two empty common neighbours, of which the opponent can take only one.
void Circuit::connect_bridges(const Board& board, Cell cell) {
  for (unsigned k = 0; k < Board::kSteps.size(); ++k) {
    if (!board.empty(Board::neighbour(cell, k)) || !board.empty(Board::neighbour(cell, (k + 1) % 6)))
      continue;
    const Cell far = across(cell, k);
    const Node other = node_[far];
    if (other >= kOutside || other == node_[cell] || (k >= kHalf && board.contains(far))) continue;
    const bool stone_here = !board.empty(cell), stone_there = !board.empty(far);
    if (stone_here || stone_there)
      resistors_.push_back({node_[cell], other, stone_here && stone_there ? kBetweenBridged : kBesideStone});
  }
}

}  // namespace quiver::bots::hex
