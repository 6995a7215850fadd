#include "bots/amazons/champion/settling.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace quiver::bots::amazons::champion {

namespace {

// These queens and the empty cells that they can get to.
template <unsigned Words>
Bits<Words> reach(const Ground<Words>& ground, const Bits<Words>& empty, const Bits<Words>& queens) {
  Bits<Words> all = queens;
  for (;;) {
    const Bits<Words> more = (grown(ground, all) & empty) | queens;
    if (more == all) return all;
    all = more;
  }
}

}  // namespace

template <unsigned Words>
typename Settling<Words>::Side Settling<Words>::side_of(const Board<Words>& board, Seat s) const {
  const Set others = reach(ground_, board.empty, board.against(s));
  const Set gates = board.queens_of(s) & grown(ground_, others);
  const auto contested = [&](const Region<Words>& region) { return (region.empty & others).any(); };
  Side side;
  side.all = Filling<Words>::regions(ground_, board.empty, board.queens_of(s));
  side.apart = std::none_of(side.all.begin(), side.all.end(), contested);
  side.has_gates = gates.any();
  if (side.has_gates) {
    side.held = Filling<Words>::regions(ground_, board.empty, board.queens_of(s).without(gates));
    std::erase_if(side.held, contested);
  } else {
    std::copy_if(side.all.begin(), side.all.end(), std::back_inserter(side.held), std::not_fn(contested));
  }
  for (const auto& region : side.all) side.most += {1, region.size()};
  for (const auto& region : side.held) side.sure += {1, region.size()};
  return side;
}

template <unsigned Words>
void Settling<Words>::tighten(Side& side, Filling<Words>& filling) const {
  side.most = filling.moves(side.all);
  side.sure = side.has_gates ? filling.moves(side.held) : side.most;
}

// First whether the side with more cells can be shown to have enough of them, which is what there is to it
// nearly always; then what exactly each side has.
template <unsigned Words>
std::optional<Seat> Settling<Words>::winner(const Board<Words>& board, unsigned work) {
  if (board.turn.standing() != 2) return std::nullopt;
  const Seat mover = board.to_move(), other = board.turn.next_after(mover);
  Side mine = side_of(board, mover), theirs = side_of(board, other);
  Filling<Words> filling(ground_, kernel_, table_, work);
  if (mine.sure.upper > theirs.most.upper) {
    mine.sure = filling.moves(mine.held, theirs.most.upper + 1);
    if (mine.sure.lower > theirs.most.upper) return mover;
  } else if (theirs.sure.upper >= mine.most.upper) {
    theirs.sure = filling.moves(theirs.held, mine.most.upper);
    if (theirs.sure.lower >= mine.most.upper) return other;
  }
  if (!mine.apart || !theirs.apart) return std::nullopt;
  tighten(mine, filling);
  tighten(theirs, filling);
  if (mine.sure.lower > theirs.most.upper) return mover;
  if (theirs.sure.lower >= mine.most.upper) return other;
  return std::nullopt;
}

template <unsigned Words>
std::optional<typename Settling<Words>::Filler> Settling<Words>::fill(const Board<Words>& board,
                                                                      unsigned work) {
  const Side side = side_of(board, board.to_move());
  Filler filler;
  filler.winner = winner(board, work);
  const bool wins = filler.winner == board.to_move();
  if (!wins && !(side.apart && (filler.winner || !side.has_gates))) return std::nullopt;
  Filling<Words> filling(ground_, kernel_, table_, work);
  for (const auto& region : side.held.empty() ? side.all : side.held) {
    const auto known = filling.solve(region);
    filler.moves += known.bounds;
    if (filler.step.none()) filler.step = known.step.none() ? filling.any_move(region) : known.step;
  }
  return filler;
}

template class Settling<2>;
template class Settling<4>;

}  // namespace quiver::bots::amazons::champion
