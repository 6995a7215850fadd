// Judges the children of one position with a network, all from the view of the seat that moves next.
//
// The sums of the first layer are made once for the position; a child adds a row to them. One thread.
#pragma once

#include "bots/amazons/champion/evaluation.hpp"
#include "bots/amazons/champion/network_kernel.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class NetworkEye {
 public:
  // `board` is the parent; its mover is to_move(), and `next`, the other seat, moves after each child.
  NetworkEye(const Ground<Words>& ground, const Kernel<Words>& kernel, const Network& network,
             const Board<Words>& board)
      : ground_(ground),
        kernel_(kernel),
        arithmetic_(NetworkKernel::this_machine()),
        network_(network),
        next_(board.turn.next_after(board.to_move())),
        empty_(board.empty),
        mine_(board.queens_of(next_)),
        theirs_(board.queens_of(board.to_move())),
        sums_(sums_of(arithmetic_, network, board, next_)) {}

  [[nodiscard]] Seat next() const { return next_; }

  // The queen that moves is on no cell from now on.
  void lift(Cell queen) {
    arithmetic_.take_away(network_, sums_, network_.row_of(Plane::kTheirs, queen), lifted_);
    lifted_empty_ = empty_ ^ one(queen);
    lifted_theirs_ = theirs_ ^ one(queen);
  }
  // Log-odds of `next` with the lifted queen on `to`; she has yet to shoot.
  [[nodiscard]] float score_queen(Cell to) {
    const Bits<Words> there = one(to);
    return score(lifted_empty_ ^ there, lifted_theirs_ ^ there, lifted_, network_.row_of(Plane::kTheirs, to),
                 true);
  }
  // Log-odds of `next` with one more arrow, after which the game is not over.
  [[nodiscard]] float score_arrow(Cell arrow) {
    return score(empty_ ^ one(arrow), theirs_, sums_, network_.row_of(Plane::kBlocked, arrow), false);
  }

 private:
  // As Bits::of, but in registers: what is written as a word and read as two must wait for memory.
  static Bits<Words> one(Cell cell) {
    Bits<Words> bit;
    for (unsigned k = 0; k < Words; ++k) bit.words[k] = std::uint64_t{cell / 64U == k} << cell % 64U;
    return bit;
  }

  [[nodiscard]] float score(const Bits<Words>& empty, const Bits<Words>& theirs, const Sums& sums,
                            unsigned row, bool half_done) {
    if (!network_.sizes().looks()) {
      sight_.counts[kAlwaysAt] = kOne;
      sight_.counts[kHalfAt] = half_done ? kOne : std::int16_t{0};
    } else if (!kernel_.see(ground_, empty, mine_, theirs, half_done, sight_)) {
      View view;
      view.mine = sight_.mine, view.theirs = sight_.theirs;
      return settled_score(view, {1, half_done ? -1 : 0});
    }
    return static_cast<float>(arithmetic_.judge(network_, sums, row, sight_)) / static_cast<float>(kUnit);
  }

  const Ground<Words>& ground_;
  const Kernel<Words>& kernel_;
  const NetworkKernel& arithmetic_;
  const Network& network_;
  Seat next_;
  Bits<Words> empty_, mine_, theirs_, lifted_empty_, lifted_theirs_;
  Sums sums_, lifted_;
  Sight sight_;
};

}  // namespace quiver::bots::amazons::champion
