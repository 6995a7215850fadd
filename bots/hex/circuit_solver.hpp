// The voltages and the conductance of a circuit, with a voltage of 1 between its two sides.
//
// The conductance counts all ways across the board at once, short ones most, which a shortest path does not.
// The voltages solve a sparse system of linear equations, by conjugate gradients that start from the voltages
// of a similar position. The conductance is taken from the power of the circuit, whose error is the square
// of that of the voltages: few iterations do. One object solves many circuits in turn. One thread.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "bots/hex/circuit.hpp"

namespace quiver::bots::hex {

// Numbers by cell of the board; those of cells that are not empty mean nothing.
using CellValues = std::array<double, Board::kCells>;

class CircuitSolver {
 public:
  // The conductance: 0, but for rounding, if the opponent's stones cut the sides apart. The circuit is not
  // joined. `start` are voltages to start from.
  double solve(const Circuit& circuit, const CellValues& start);

  // Of the circuit that was solved last:
  [[nodiscard]] CellValues voltages(const Circuit& circuit) const;
  // The power that each empty cell turns into heat: what a stone there gains for the seat, or the
  // opponent's stone costs it, as far as a first derivative tells.
  [[nodiscard]] CellValues powers(const Circuit& circuit) const;

 private:
  void load(const Circuit& circuit, const CellValues& start);
  void iterate(const Circuit& circuit);
  // The currents that leave each node at these voltages; none at the two sides, whose voltages are given.
  void flow(const Circuit& circuit, std::span<const double> voltages, std::span<double> currents) const;
  // The residual, divided by the conductance around each node: the preconditioned one.
  [[nodiscard]] double scale_residual();

  std::vector<double> voltage_, residual_, scaled_, direction_, current_, resistance_;  // by node
};

}  // namespace quiver::bots::hex
