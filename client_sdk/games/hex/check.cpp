#include "client_sdk/games/hex/hex.hpp"

namespace quiver::games {

Verdict Hex::check(const Move& move) const {
  if (turn_.over()) return RuleBroken{Rule::kGameOver, "the game is over"};
  if (move.swap) return check_swap(move);
  if (!graph_->contains(move.cell))
    return RuleBroken{Rule::kNoSuchCell, "there is no vertex " + std::to_string(move.cell.value()) +
                                             " on this board; ids go from 0 to " +
                                             std::to_string(graph_->num_vertices() - 1)};
  if (!empty_.contains(move.cell))
    return RuleBroken{Rule::kOccupied, "a stone lies on " + grid_.name(move.cell) + " already"};
  return {};
}

Verdict Hex::check_swap(const Move& move) const {
  if (move.cell != kHexSwap.cell) return RuleBroken{Rule::kSwapNotAllowed, "a swap names no cell"};
  if (!swap_rule_) return RuleBroken{Rule::kSwapNotAllowed, "this game is played without the swap rule"};
  if (!can_swap())
    return RuleBroken{Rule::kSwapNotAllowed,
                      "only the second move of the game can be a swap, not move " + std::to_string(ply_ + 1)};
  return {};
}

}  // namespace quiver::games
