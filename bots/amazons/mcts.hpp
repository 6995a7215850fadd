// Monte-Carlo tree search whose leaves are judged by the evaluation instead of being played out by chance.
//
// A node's children are its most promising moves, the best first, and come into play one after the other as
// the node is visited more often. What a child is worth is half the mean of what was found below it and half
// the best that its mover can get there as far as known. The tree grows no deeper than a limit that rises as
// the board fills. The part of it below the moves that were played is kept for the next turn. With more than
// two seats all others are taken for one opponent. When only filling is left it does not think.
#pragma once

#include <cstdint>
#include <memory>

#include "bots/amazons/thinker.hpp"
#include "bots/amazons/tree.hpp"

namespace quiver::bots::amazons {

class Mcts : public Thinker {
 public:
  void start(std::uint64_t seed) override;
  Thought think(const Amazons& game, Limit& limit) override;

 private:
  void take_up(const Amazons& game, const Chart& chart);

  Tree tree_;
  // The position after the move that was chosen last, and its node.
  std::optional<Amazons> after_;
  std::uint32_t node_ = Tree::kRoot;
};

}  // namespace quiver::bots::amazons
