#include "bots/hex/circuit_solver.hpp"

#include <algorithm>
#include <numeric>

namespace quiver::bots::hex {

namespace {

// The iteration stops when so much is left of the error, as the preconditioned residual measures it.
constexpr double kTolerance = 1e-8;
constexpr unsigned kMaxIterations = 300;

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double squared(double x) { return x * x; }

}  // namespace

// With a voltage of 1 between the sides, the power equals the conductance.
double CircuitSolver::solve(const Circuit& circuit, const CellValues& start) {
  load(circuit, start);
  iterate(circuit);
  double power = 0;
  for (const auto& [a, b, conductance] : circuit.resistors())
    power += conductance * squared(voltage_[a] - voltage_[b]);
  return power;
}

// Starting from the voltages of a similar position saves most of the iterations.
void CircuitSolver::load(const Circuit& circuit, const CellValues& start) {
  const std::size_t nodes = circuit.num_nodes();
  for (auto* values : {&residual_, &scaled_, &direction_, &current_, &resistance_}) values->assign(nodes, 0);
  voltage_.assign(nodes, 0.5);  // of the chains: nothing is known of them
  voltage_[Circuit::kSource] = 1;
  voltage_[Circuit::kSink] = 0;
  for (const Board::Cell cell : circuit.empty_cells()) voltage_[circuit.node(cell)] = start[cell];
  for (const auto& [a, b, conductance] : circuit.resistors()) {
    resistance_[a] += conductance;
    resistance_[b] += conductance;
  }
  for (double& around : resistance_) around = around > 0 ? 1 / around : 0;
}

// The product of the Laplacian matrix with the voltages. Source and sink are fixed, so their rows are zero.
void CircuitSolver::flow(const Circuit& circuit, std::span<const double> voltages,
                         std::span<double> currents) const {
  std::fill(currents.begin(), currents.end(), 0);
  for (const auto& [a, b, conductance] : circuit.resistors()) {
    const double current = conductance * (voltages[a] - voltages[b]);
    currents[a] += current;
    currents[b] -= current;
  }
  currents[Circuit::kSource] = currents[Circuit::kSink] = 0;
}

double CircuitSolver::scale_residual() {
  for (std::size_t k = 0; k < residual_.size(); ++k) scaled_[k] = resistance_[k] * residual_[k];
  return dot(residual_, scaled_);
}

// Conjugate gradients with the diagonal as preconditioner.
void CircuitSolver::iterate(const Circuit& circuit) {
  flow(circuit, voltage_, residual_);
  for (double& r : residual_) r = -r;
  double error = scale_residual();
  direction_ = scaled_;
  for (unsigned k = 0; k < kMaxIterations && error > kTolerance; ++k) {
    flow(circuit, direction_, current_);
    const double length = error / dot(direction_, current_);
    for (std::size_t n = 0; n < voltage_.size(); ++n) {
      voltage_[n] += length * direction_[n];
      residual_[n] -= length * current_[n];
    }
    const double before = error;
    error = scale_residual();
    for (std::size_t n = 0; n < voltage_.size(); ++n)
      direction_[n] = scaled_[n] + error / before * direction_[n];
  }
}

CellValues CircuitSolver::voltages(const Circuit& circuit) const {
  CellValues values{};
  for (const Board::Cell cell : circuit.empty_cells()) values[cell] = voltage_[circuit.node(cell)];
  return values;
}

CellValues CircuitSolver::powers(const Circuit& circuit) const {
  std::vector<double> heat(voltage_.size());
  for (const auto& [a, b, conductance] : circuit.resistors()) {
    // An empty cell's own share of each way that leads through it has a resistance of 1.
    const double power = squared(conductance * (voltage_[a] - voltage_[b]));
    heat[a] += power;
    heat[b] += power;
  }
  CellValues values{};
  for (const Board::Cell cell : circuit.empty_cells()) values[cell] = heat[circuit.node(cell)];
  return values;
}

}  // namespace quiver::bots::hex
