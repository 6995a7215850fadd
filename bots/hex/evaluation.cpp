#include "bots/hex/evaluation.hpp"

#include <algorithm>
#include <cmath>

namespace quiver::bots::hex {

namespace {

Score log_ratio(double own, double other) {
  constexpr double kLeast = 1e-6;  // cut apart, but for rounding
  return static_cast<Score>(
      std::lround(kUnit * (std::log(std::max(own, kLeast)) - std::log(std::max(other, kLeast)))));
}

}  // namespace

// The root's voltages are the starting guess for every child: one stone changes little.
Evaluator::Evaluator(const Board& root) {
  for (unsigned s = 0; s < 2; ++s) {
    Side& side = sides_[s];
    side.circuit.build(root, base::seat(s));
    side.start.fill(0.5);
    side.solve();
    side.start = side.solver.voltages(side.circuit);
  }
}

Score Evaluator::evaluate(const Board& board, Seat mover) {
  Side& own = sides_[mover.value()];
  Side& other = sides_[opponent_of(mover).value()];
  own.circuit.build(board, mover);
  if (own.circuit.is_joined()) return kWin;
  other.circuit.build(board, opponent_of(mover));
  own.solve();
  other.solve();
  const Score ratio = log_ratio(own.conductance, other.conductance);
  // The opponent's turn: one winning cell is enough for it, of the mover's own it can take one.
  if (other.circuit.winning_cells() > 0) return ratio - kWinNext;
  return own.circuit.winning_cells() > 1 ? ratio + kWinNext : ratio;
}

CellValues Evaluator::influences() const {
  CellValues sum{};
  for (const Side& side : sides_) {
    const CellValues powers = side.solver.powers(side.circuit);
    for (const Board::Cell cell : side.circuit.empty_cells())
      sum[cell] += powers[cell] / std::max(side.conductance, 1e-6);
  }
  return sum;
}

}  // namespace quiver::bots::hex
