// Evaluates the children of one position with a network, all for the seat that moves next.
//
// The accumulator is computed once for the position; a child adds or subtracts a row. One thread.
#pragma once

#include "bots/amazons/champion/evaluation.hpp"
#include "bots/amazons/champion/network/network_kernel.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class NetworkEvaluator {
 public:
  // `board` is the parent; its mover is to_move(), and `next`, the other seat, moves after each child.
  NetworkEvaluator(const BitboardLayout<Words>& layout, const Kernel<Words>& kernel, const Network& network,
                   const Bitboard<Words>& board)
      : layout_(layout),
        kernel_(kernel),
        arithmetic_(NetworkKernel::this_machine()),
        network_(network),
        next_(board.turn.next_after(board.to_move())),
        empty_(board.empty),
        mine_(board.queens_of(next_)),
        theirs_(board.queens_of(board.to_move())),
        accumulator_(accumulator_of(arithmetic_, network, board, next_)) {}

  [[nodiscard]] Seat next() const { return next_; }

  // The queen that moves is on no cell from now on.
  void lift(Cell queen) {
    arithmetic_.subtract(network_, accumulator_, network_.row_of(Plane::kTheirs, queen), lifted_);
    lifted_empty_ = empty_ ^ one(queen);
    lifted_theirs_ = theirs_ ^ one(queen);
  }
  // Log-odds of `next` with the lifted queen on `to`; she has yet to shoot.
  [[nodiscard]] float score_queen(Cell to) {
    const Bitset<Words> there = one(to);
    return score(lifted_empty_ ^ there, lifted_theirs_ ^ there, lifted_, network_.row_of(Plane::kTheirs, to),
                 true);
  }
  // Log-odds of `next` with one more arrow, after which the game is not over.
  [[nodiscard]] float score_arrow(Cell arrow) {
    return score(empty_ ^ one(arrow), theirs_, accumulator_, network_.row_of(Plane::kBlocked, arrow), false);
  }

 private:
  // As Bitset::of, but in registers: what is written as a word and read as two must wait for memory.
  static Bitset<Words> one(Cell cell) {
    Bitset<Words> bit;
    for (unsigned k = 0; k < Words; ++k) bit.words[k] = std::uint64_t{cell / 64U == k} << cell % 64U;
    return bit;
  }

  // Where nothing is contested the score is a count of cells, and the network is not asked.
  [[nodiscard]] float score(const Bitset<Words>& empty, const Bitset<Words>& theirs,
                            const Accumulator& accumulator, unsigned row, bool half_done) {
    if (!network_.sizes().has_inputs()) {
      inputs_.counts[kAlwaysAt] = kOne;
      inputs_.counts[kHalfAt] = half_done ? kOne : std::int16_t{0};
    } else if (!kernel_.compute_inputs(layout_, empty, mine_, theirs, half_done, inputs_)) {
      Features features;
      features.mine = inputs_.mine, features.theirs = inputs_.theirs;
      return uncontested_score(features, {1, half_done ? -1 : 0});
    }
    return static_cast<float>(arithmetic_.evaluate(network_, accumulator, row, inputs_)) /
           static_cast<float>(kUnit);
  }

  const BitboardLayout<Words>& layout_;
  const Kernel<Words>& kernel_;
  const NetworkKernel& arithmetic_;
  const Network& network_;
  Seat next_;
  Bitset<Words> empty_, mine_, theirs_, lifted_empty_, lifted_theirs_;
  Accumulator accumulator_, lifted_;
  NetworkInputs inputs_;
};

}  // namespace quiver::bots::amazons::champion
