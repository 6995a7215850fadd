// The arithmetic of a Network, in one version for each kind of processor.
//
// As with Kernel, this_machine() picks the fastest version once, and all versions give bit-identical answers:
// sums of the first layer wrap around at 16 bits in all of them, and nothing else can overflow, whatever the
// weights. Immutable, any thread.
#pragma once

#include "bots/amazons/champion/network/network.hpp"

namespace quiver::bots::amazons::champion {

struct NetworkKernel {
  // Adds a row to the sums of `from`, or takes it away; `to` may be the same.
  void (*add)(const Network& network, const Accumulator& from, unsigned row, Accumulator& to);
  void (*subtract)(const Network& network, const Accumulator& from, unsigned row, Accumulator& to);
  // The log-odds, in kUnit, of the seat that moves next, after adding one more row. A network without inputs
  // needs the first two counts only.
  std::int32_t (*evaluate)(const Network& network, const Accumulator& accumulator, unsigned row,
                           const NetworkInputs& inputs);
  const char* name;

  static const NetworkKernel& plain();
  static const NetworkKernel* avx2();  // null where the processor has not got it
  static const NetworkKernel& this_machine() { return avx2() != nullptr ? *avx2() : plain(); }
};

// The last steps, which are the same in all versions.
inline std::int32_t network_answer(std::int32_t last, std::int32_t direct_low, std::int32_t direct_high,
                                   int share) {
  const std::int64_t direct = std::int64_t{direct_low} * (256 - share) + std::int64_t{direct_high} * share;
  return static_cast<std::int32_t>((last >> 4) + (direct >> 8));
}

// The sums of a position, from nothing, but for the rows that are left out.
template <unsigned Words>
Accumulator accumulator_of(const NetworkKernel& kernel, const Network& network, const Bitboard<Words>& board,
                           Seat next) {
  Accumulator accumulator;
  std::copy_n(network.bias(), network.sizes().width, accumulator.at.begin());
  const Bitset<Words>& mine = board.queens_of(next);
  const Bitset<Words> theirs = board.opponent_queens(next);
  const auto add = [&](Plane plane, unsigned cell) {
    kernel.add(network, accumulator, network.row_of(plane, static_cast<Cell>(cell)), accumulator);
  };
  mine.for_each([&](unsigned cell) { add(Plane::kMine, cell); });
  theirs.for_each([&](unsigned cell) { add(Plane::kTheirs, cell); });
  const Bitset<Words> others = mine | theirs | board.empty;
  for (unsigned cell = 0; cell < network.sizes().cells(); ++cell)
    if (!others.has(cell)) add(Plane::kBlocked, cell);
  return accumulator;
}

}  // namespace quiver::bots::amazons::champion
