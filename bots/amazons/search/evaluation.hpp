// How good a position is: who reaches the empty cells first, by queen moves and by king steps.
//
// The terms are those of Lieberum, "An evaluation function for the game of amazons" (2005): territory by
// queen and by king distance, how much nearer one side is, and how open the position still is, which decides
// the weight of each term: all terms early on, at the end only who owns which cell. Each set of distances is
// one breadth-first search from all queens of a side at once. There are two sides: a seat, and all its
// opponents, whether one or three. Pure functions, any thread.
#pragma once

#include <array>

#include "bots/amazons/board/bitboard.hpp"

namespace quiver::bots::amazons {

// The cells that a side reaches, by the number of moves it takes.
template <class Set>
struct Reach {
  static constexpr unsigned kMaxLevels = 16;  // what is farther counts as this far
  std::array<Set, kMaxLevels> upto;           // upto[k]: in at most k + 1 moves
  unsigned levels = 0;

  [[nodiscard]] const Set& within(unsigned level) const { return upto[level < levels ? level : levels - 1]; }
  [[nodiscard]] const Set& all() const { return upto[levels - 1]; }

  void add(const Set& found) {
    if (levels == kMaxLevels)
      upto[levels - 1] |= found;
    else
      upto[levels] = levels == 0 ? found : upto[levels - 1] | found, ++levels;
  }
};

// Breadth-first search by sets: each round adds all cells that are one queen move farther.
template <int Stride, class Set>
void reach_by_queens(const Set& queens, const Set& empty, Reach<Set>& reach) {
  // A ray can stop at a cell that was reached before: the cells beyond were reached from there.
  Set front = rays<Stride>(queens, empty);
  Set fresh = empty.without(front);
  reach.levels = 0;
  reach.add(front);
  while (fresh.any()) {
    front = rays<Stride>(front, fresh);
    if (!front.any()) return;
    fresh = fresh.without(front);
    reach.add(front);
  }
}

// The same by king steps: a flood fill, one ring a round.
template <int Stride, class Set>
void reach_by_kings(const Set& queens, const Set& empty, Reach<Set>& reach) {
  Set front = grown<Stride>(queens) & empty;
  Set fresh = empty.without(front);
  reach.levels = 0;
  reach.add(front);
  while (fresh.any()) {
    front = grown<Stride>(front) & fresh;
    if (!front.any()) return;
    fresh = fresh.without(front);
    reach.add(front);
  }
}

// Cells that are nearer to one side than to the other; what both reach equally soon is even.
struct Territory {
  int mine = 0, theirs = 0, even = 0;
  friend bool operator==(const Territory&, const Territory&) = default;
};

// A cell belongs to whoever reaches it at the lower level; unreached cells belong to nobody.
template <class Set>
Territory compare(const Reach<Set>& mine, const Reach<Set>& theirs) {
  Set first, second;
  const unsigned levels = std::max(mine.levels, theirs.levels);
  for (unsigned k = 0; k < levels; ++k) {
    first |= mine.within(k).without(theirs.within(k));
    second |= theirs.within(k).without(mine.within(k));
  }
  const int in_both = (mine.all() & theirs.all()).without(first | second).count();
  return {first.count(), second.count(), in_both};
}

// Everything that is known of a position from the view of one side.
struct Terms {
  Territory queens, kings;
  int near = 0;   // of queens: one cell in one move counts 64, in two 32, … mine less theirs
  int ahead = 0;  // of kings: by how many steps mine are ahead, all cells together
  int open =
      0;  // cells that both reach about equally soon: 4 where in as many moves, 2 with one more, else 1
  int shared = 0;  // cells that both reach at all
};

// Scores are hundredths of a cell.
using Score = int;

// `empty` is how many cells are empty; positive scores are good for the side that `terms` were computed for.
Score weighted_score(const Terms& terms, bool my_turn, int empty);

// Weights halve with each move: 64 for the first, 2 for the sixth, nothing beyond.
template <class Set>
int nearness(const Reach<Set>& reach) {
  int sum = 0;
  int before = 0;
  for (unsigned k = 0; k < reach.levels && k < 6; ++k) {
    const int upto = reach.upto[k].count();
    sum += (upto - before) << (6 - k);
    before = upto;
  }
  return sum;
}

// `shared` is how many cells both reach.
template <class Set>
int openness(const Reach<Set>& mine, const Reach<Set>& theirs, int shared) {
  Set same, one_apart;
  Set mine_before, theirs_before;  // reached one move earlier, no sooner
  Set mine_upto, theirs_upto;
  const unsigned levels = std::min(mine.levels, theirs.levels) + 1;
  for (unsigned k = 0; k < levels; ++k) {
    const Set mine_now = mine.within(k).without(mine_upto);
    const Set theirs_now = theirs.within(k).without(theirs_upto);
    same |= mine_now & theirs_now;
    one_apart |= (mine_now & theirs_before) | (theirs_now & mine_before);
    mine_before = mine_now, theirs_before = theirs_now;
    mine_upto = mine.within(k), theirs_upto = theirs.within(k);
  }
  return shared + 3 * same.count() + one_apart.count();
}

template <class Board>
Terms terms_of(const Board& board, Seat me) {
  using Set = typename Board::Set;
  const Set& mine = board.queens[me.value()];
  const Set theirs = board.opponent_queens(me);
  Reach<Set> my_reach, their_reach;
  Terms terms;
  reach_by_queens<Board::kStride>(mine, board.empty, my_reach);
  reach_by_queens<Board::kStride>(theirs, board.empty, their_reach);
  terms.queens = compare(my_reach, their_reach);
  terms.shared = (my_reach.all() & their_reach.all()).count();
  if (terms.shared == 0) return terms;  // nothing is contested: territory says it all
  terms.near = nearness(my_reach) - nearness(their_reach);
  terms.open = openness(my_reach, their_reach, terms.shared);
  reach_by_kings<Board::kStride>(mine, board.empty, my_reach);
  reach_by_kings<Board::kStride>(theirs, board.empty, their_reach);
  terms.kings = compare(my_reach, their_reach);
  const unsigned levels = std::max(my_reach.levels, their_reach.levels);
  for (unsigned k = 0; k < levels; ++k)
    terms.ahead += my_reach.within(k).count() - their_reach.within(k).count();
  return terms;
}

// From the view of `me`, who may or may not be to move. The game is not over.
template <class Board>
Score evaluate(const Board& board, Seat me, bool my_turn) {
  return weighted_score(terms_of(board, me), my_turn, board.empty.count());
}

}  // namespace quiver::bots::amazons
