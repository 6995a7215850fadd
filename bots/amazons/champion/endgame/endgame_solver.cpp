#include "bots/amazons/champion/endgame/endgame_solver.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace quiver::bots::amazons::champion {

namespace {

// These queens and the empty cells that they can get to.
template <unsigned Words>
Bitset<Words> reach(const BitboardLayout<Words>& layout, const Bitset<Words>& empty,
                    const Bitset<Words>& queens) {
  Bitset<Words> all = queens;
  for (;;) {
    const Bitset<Words> more = (grown(layout, all) & empty) | queens;
    if (more == all) return all;
    all = more;
  }
}

}  // namespace

// A region has at least one move and at most one for each empty cell: every move fills a cell.
template <unsigned Words>
typename EndgameSolver<Words>::Side EndgameSolver<Words>::side_of(const Bitboard<Words>& board,
                                                                  Seat s) const {
  const Set others = reach(layout_, board.empty, board.opponent_queens(s));
  const Set gates = board.queens_of(s) & grown(layout_, others);
  const auto contested = [&](const Region<Words>& region) { return (region.empty & others).any(); };
  Side side;
  side.all = RegionSolver<Words>::regions(layout_, board.empty, board.queens_of(s));
  side.apart = std::none_of(side.all.begin(), side.all.end(), contested);
  side.has_gates = gates.any();
  if (side.has_gates) {
    side.held = RegionSolver<Words>::regions(layout_, board.empty, board.queens_of(s).without(gates));
    std::erase_if(side.held, contested);
  } else {
    std::copy_if(side.all.begin(), side.all.end(), std::back_inserter(side.held), std::not_fn(contested));
  }
  for (const auto& region : side.all) side.most += {1, region.size()};
  for (const auto& region : side.held) side.sure += {1, region.size()};
  return side;
}

// Replaces the bounds by cell counts with those of a search, as far as its work lasts.
template <unsigned Words>
void EndgameSolver<Words>::tighten(Side& side, RegionSolver<Words>& solver) const {
  side.most = solver.moves(side.all);
  side.sure = side.has_gates ? solver.moves(side.held) : side.most;
}

// First whether the side with more cells can be shown to have enough of them, which is what there is to it
// nearly always; then what exactly each side has.
template <unsigned Words>
std::optional<Seat> EndgameSolver<Words>::winner(const Bitboard<Words>& board, unsigned work) {
  if (board.turn.standing() != 2) return std::nullopt;
  const Seat mover = board.to_move(), other = board.turn.next_after(mover);
  Side mine = side_of(board, mover), theirs = side_of(board, other);
  RegionSolver<Words> solver(layout_, kernel_, table_, work);
  if (mine.sure.upper > theirs.most.upper) {
    mine.sure = solver.moves(mine.held, theirs.most.upper + 1);
    if (mine.sure.lower > theirs.most.upper) return mover;
  } else if (theirs.sure.upper >= mine.most.upper) {
    theirs.sure = solver.moves(theirs.held, mine.most.upper);
    if (theirs.sure.lower >= mine.most.upper) return other;
  }
  if (!mine.apart || !theirs.apart) return std::nullopt;
  tighten(mine, solver);
  tighten(theirs, solver);
  if (mine.sure.lower > theirs.most.upper) return mover;
  if (theirs.sure.lower >= mine.most.upper) return other;
  return std::nullopt;
}

// Fills the held regions, which leaves the gates in place. Only without one does it move elsewhere.
template <unsigned Words>
std::optional<typename EndgameSolver<Words>::FillingMove> EndgameSolver<Words>::filling_move(
    const Bitboard<Words>& board, unsigned work) {
  const Side side = side_of(board, board.to_move());
  FillingMove filling;
  filling.winner = winner(board, work);
  const bool wins = filling.winner == board.to_move();
  if (!wins && !(side.apart && (filling.winner || !side.has_gates))) return std::nullopt;
  RegionSolver<Words> solver(layout_, kernel_, table_, work);
  for (const auto& region : side.held.empty() ? side.all : side.held) {
    const auto known = solver.solve(region);
    filling.moves += known.bounds;
    if (filling.move.none()) filling.move = known.move.none() ? solver.any_move(region) : known.move;
  }
  return filling;
}

template class EndgameSolver<2>;
template class EndgameSolver<4>;

}  // namespace quiver::bots::amazons::champion
