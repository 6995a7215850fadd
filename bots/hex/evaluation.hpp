// What a position of Hex is worth: how much better the circuit of one seat conducts than that of the other.
//
// Made for one position, the root, whose voltages the circuits of positions after it are solved from: a few
// stones change little. One thread.
#pragma once

#include <array>
#include <cstdint>

#include "bots/hex/board.hpp"
#include "bots/hex/circuit.hpp"
#include "bots/hex/circuit_solver.hpp"

namespace quiver::bots::hex {

// Thousandths of the natural logarithm of the conductances' ratio. Coarse enough that moves which are each
// other's mirror image are worth the same whatever the rounding.
using Score = std::int32_t;
inline constexpr Score kUnit = 1000;
inline constexpr Score kWin = 1'000'000;
// Wins with its next stone, whatever the other does; less the score of any position that is not decided.
inline constexpr Score kWinNext = kWin / 2;

class Evaluator {
 public:
  // Nobody has won.
  explicit Evaluator(const Board& root);

  // For `mover`, who has just moved. Its opponent has not won.
  Score evaluate(const Board& board, Seat mover);
  // How much a stone on each empty cell matters for both seats together, in the position evaluated last;
  // before, in the root. It has been worth less than kWin.
  [[nodiscard]] CellValues influences() const;

 private:
  struct Side {
    Circuit circuit;
    CircuitSolver solver;
    CellValues start{};
    double conductance = 0;

    void solve() { conductance = solver.solve(circuit, start); }
  };

  std::array<Side, 2> sides_;
};

}  // namespace quiver::bots::hex
