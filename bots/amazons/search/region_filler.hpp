// Fills a side's own cells with as many moves as possible, once nothing is contested any more.
//
// Queens move one step and shoot at a neighbour. A move wastes nothing if afterwards exactly one cell less
// can be reached; a short search finds the longest sequence of such moves. A node count bounds it, not the
// clock: the outcome is already decided.
#pragma once

#include <algorithm>
#include <limits>

#include "bots/amazons/search/evaluation.hpp"

namespace quiver::bots::amazons {

// Nobody else can get to a cell that the seat to move can get to, nor to one that its queens may leave.
template <class Board>
bool only_filling_left(const Board& board) {
  using Set = typename Board::Set;
  const Set& mine = board.queens[board.to_move().value()];
  const Set ground = board.empty | mine;
  Set all = grown<Board::kStride>(mine) & board.empty;
  for (Set before; before != all;) {
    before = all;
    all = grown<Board::kStride>(all) & ground;
  }
  return !(grown<Board::kStride>(board.opponent_queens(board.to_move())) & all).any();
}

template <class Board>
class RegionFiller {
 public:
  explicit RegionFiller(const Board& board) : me_(board.to_move()), board_(board) {}

  // Some queen can move.
  BitMove find() {
    BitMove best;
    int most = std::numeric_limits<int>::min();
    for_each_small_move(board_, [&](const Board& after, const BitMove& move) {
      const int value = 16 * longest(after, 2) - crowd(after, move.arrow);
      if (value > most) most = value, best = move;
    });
    return best;
  }

 private:
  using Set = typename Board::Set;
  static constexpr unsigned kMaxWeighed = 4000;

  // How many cells are left at the end of the best row of `depth` moves, and the moves themselves.
  int longest(const Board& board, unsigned depth) {
    const int cells = reach(board);
    if (depth == 0 || cells == 0 || weighed_ > kMaxWeighed) return cells;
    int most = 0;
    for_each_small_move(board, [&](const Board& after, const BitMove&) {
      if (most < cells) most = std::max(most, 1 + longest(after, depth - 1));
    });
    return most;
  }

  // How many empty cells our queens can still get to. Counts towards kMaxWeighed.
  int reach(const Board& board) {
    ++weighed_;
    Reach<Set> reach;
    reach_by_kings<Board::kStride>(board.queens[me_.value()], board.empty, reach);
    return reach.all().count();
  }

  // An arrow does the least harm where least is open around it.
  static int crowd(const Board& board, unsigned arrow) {
    return (grown<Board::kStride>(Set::of(arrow)) & board.empty).count();
  }

  // King steps with an arrow to a neighbour of the new cell, the one just left included.
  template <class Visitor>
  void for_each_small_move(const Board& board, const Visitor& visit) {
    const Set queens = board.queens[me_.value()];
    queens.for_each([&](unsigned from) {
      (grown<Board::kStride>(Set::of(from)) & board.empty).for_each([&](unsigned to) {
        Board after = board;
        after.queens[me_.value()] ^= Set::of(from) | Set::of(to);
        after.empty ^= Set::of(from) | Set::of(to);
        (grown<Board::kStride>(Set::of(to)) & after.empty).for_each([&](unsigned arrow) {
          after.empty ^= Set::of(arrow);
          visit(after, BitMove{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to),
                               static_cast<std::uint16_t>(arrow)});
          after.empty ^= Set::of(arrow);
        });
      });
    });
  }

  Seat me_;
  const Board& board_;
  unsigned weighed_ = 0;
};

}  // namespace quiver::bots::amazons
