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
        sums_(sums_of(arithmetic_, network, board, next_)) {}

  [[nodiscard]] Seat next() const { return next_; }

  // The queen that moves is on no cell from now on.
  void lift(Cell queen) {
    arithmetic_.take_away(network_, sums_, network_.row_of(Plane::kTheirs, queen), lifted_);
  }
  // Log-odds of `next`: the lifted queen is on `to`, in `after` too, and has yet to shoot.
  [[nodiscard]] float score_queen(const Board<Words>& after, Cell to) {
    return score(after, lifted_, network_.row_of(Plane::kTheirs, to), true);
  }
  // Log-odds of `next`: the arrow has been shot, in `after` too.
  [[nodiscard]] float score_arrow(const Board<Words>& after, Cell arrow) {
    return score(after, sums_, network_.row_of(Plane::kBlocked, arrow), false);
  }

 private:
  [[nodiscard]] float score(const Board<Words>& after, const Sums& sums, unsigned row, bool half_done) {
    if (!network_.sizes().looks()) {
      sight_.counts[kAlwaysAt] = kOne;
      sight_.counts[kHalfAt] = half_done ? kOne : std::int16_t{0};
    } else if (!kernel_.see(ground_, after.empty, after.queens_of(next_), after.against(next_), half_done,
                            sight_)) {
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
  Sums sums_, lifted_;
  Sight sight_;
};

}  // namespace quiver::bots::amazons::champion
