// Monte-Carlo tree search whose leaves are evaluated instead of played out.
//
// A node's children are its most promising moves, best first, and join the selection one by one as the node
// is visited more often (progressive widening). A child's value is half the mean of the values found below it
// and half the best that its mover can get there. The tree grows to a depth limit that rises as the board
// fills. The part below the moves that were played is kept for the next turn. With more than two seats all
// others count as one opponent. It does not search when only its own regions are left to fill.
#pragma once

#include <cstdint>
#include <memory>

#include "bots/amazons/engine.hpp"
#include "bots/amazons/search/node.hpp"

namespace quiver::bots::amazons {

class MctsEngine : public Engine {
 public:
  void start(std::uint64_t seed) override;
  SearchResult think(const Amazons& game, SearchBudget& budget) override;

 private:
  void reuse_tree(const Amazons& game, const BitboardLayout& layout);

  Tree tree_{kTreeNodes};
  // The position after the move that was chosen last, and its node.
  std::optional<Amazons> after_;
  std::uint32_t node_ = Tree::kRoot;
};

}  // namespace quiver::bots::amazons
