// The one-ply engine of amazons-territory, on the territory terms of the evaluation.
//
// Every queen move is evaluated, then the best ones with every arrow. A position is worth the cells that our
// queens reach before the opponents', by queen moves and by king steps, less the spread of our cells over our
// queens: a queen without territory is wasted. Ties are broken randomly.
#pragma once

#include "bots/amazons/engine.hpp"
#include "bots/amazons/search/evaluation.hpp"

namespace quiver::bots::amazons {

class TerritoryEngine : public Engine {
 public:
  SearchResult think(const Amazons& game, SearchBudget& budget) override;
};

// How many cells each queen of a side reaches before the side's other queens, in the order of the queens'
// cells. What two reach equally soon is the first one's. One breadth-first search for all of them.
template <int Stride, class Set>
std::vector<int> cells_by_queen(const Set& queens, const Set& empty) {
  std::vector<Set> fronts;
  queens.for_each([&](unsigned queen) { fronts.push_back(Set::of(queen)); });
  std::vector<int> cells(fronts.size(), 0);
  Set fresh = empty;
  for (bool found = true; found;) {
    found = false;
    const Set open = fresh;  // whose rays come first makes no difference to how far they go
    for (std::size_t q = 0; q < fronts.size(); ++q) {
      fronts[q] = rays<Stride>(fronts[q], open) & fresh;
      fresh = fresh.without(fronts[q]);
      cells[q] += fronts[q].count();
      found = found || fronts[q].any();
    }
  }
  return cells;
}

// The variance of how many cells the queens own, in hundredths.
int variance(const std::vector<int>& cells);

// From the view of `me`, in hundredths of a cell.
template <class Board>
Score territory_score(const Board& board, Seat me) {
  using Set = typename Board::Set;
  const Set& mine = board.queens[me.value()];
  const Set theirs = board.opponent_queens(me);
  Reach<Set> my_reach, their_reach;
  reach_by_queens<Board::kStride>(mine, board.empty, my_reach);
  reach_by_queens<Board::kStride>(theirs, board.empty, their_reach);
  const Territory by_queens = compare(my_reach, their_reach);
  reach_by_kings<Board::kStride>(mine, board.empty, my_reach);
  reach_by_kings<Board::kStride>(theirs, board.empty, their_reach);
  const Territory by_kings = compare(my_reach, their_reach);
  return 100 * (by_queens.mine - by_queens.theirs) + 50 * (by_kings.mine - by_kings.theirs) -
         variance(cells_by_queen<Board::kStride>(mine, board.empty)) / 8;
}

}  // namespace quiver::bots::amazons
