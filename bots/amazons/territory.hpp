// Territory: one ply, with the eyes of the evaluation.
//
// Every queen move is weighed, then the most promising ones with every arrow. A position is worth the cells
// that our queens reach before the others', by queen moves and by single steps, less the spread of our cells
// over our queens: a queen that owns nothing is a queen that is not used. Equal moves are drawn.
#pragma once

#include "bots/amazons/evaluation.hpp"
#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

class TerritoryPlayer : public Thinker {
 public:
  Thought think(const Amazons& game, Limit& limit) override;
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
template <class F>
Score territory_score(const F& field, Seat me) {
  using Set = typename F::Set;
  const Set& mine = field.queens[me.value()];
  const Set theirs = field.against(me);
  Reach<Set> my_reach, their_reach;
  reach_as_queens<F::kStride>(mine, field.empty, my_reach);
  reach_as_queens<F::kStride>(theirs, field.empty, their_reach);
  const Territory by_queens = compare(my_reach, their_reach);
  reach_as_kings<F::kStride>(mine, field.empty, my_reach);
  reach_as_kings<F::kStride>(theirs, field.empty, their_reach);
  const Territory by_kings = compare(my_reach, their_reach);
  return 100 * (by_queens.mine - by_queens.theirs) + 50 * (by_kings.mine - by_kings.theirs) -
         variance(cells_by_queen<F::kStride>(mine, field.empty)) / 8;
}

}  // namespace quiver::bots::amazons
