// The tree search of the Amazons champion: what is certain is not looked at again.
#include <gtest/gtest.h>

#include "bots/amazons/champion/mcts.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// A root of an ordinary position whose first child promised nearly everything and is lost.
class AmazonsChampionMcts : public testing::Test {
 protected:
  AmazonsChampionMcts() {
    std::vector<Node> children;
    evaluator_.evaluate_queen_moves(board_, board_.to_move(), children);
    for (Node& child : children) child.prior = 0.0001F;
    children.front().prior = 0.99F;
    children.front().best = 0;
    children.front().visits = 1;
    tree_[Tree::kRoot].visits = 400;
    tree_.add_children(Tree::kRoot, children);
  }

  const Amazons game_ = on(of_size(8));
  const std::unique_ptr<BitboardLayout<2>> layout_ = std::make_unique<BitboardLayout<2>>(game_);
  const Bitboard<2> board_{*layout_, game_};
  const ChildEvaluator<2> evaluator_{*layout_, Kernel<2>::this_machine(), tuned_weights(64, 8)};
  EndgameSolver<2> endgame_{*layout_, Kernel<2>::this_machine(), std::size_t{1} << 16};
  Tree tree_{tree_capacity(std::size_t{1} << 22)};
};

TEST_F(AmazonsChampionMcts, LooksNoMoreAtWhatIsLost) {
  Mcts<2> mcts(*layout_, evaluator_, endgame_, board_, board_.to_move(), tree_, {}, base::Random(1));
  for (int k = 0; k < 20; ++k) mcts.visit();
  EXPECT_EQ(tree_.children(tree_[Tree::kRoot]).front().visits, 1U);
  EXPECT_EQ(mcts.visits(), 420U);
}

TEST_F(AmazonsChampionMcts, ChoosesNothingThatIsLost) {
  Mcts<2> mcts(*layout_, evaluator_, endgame_, board_, board_.to_move(), tree_, {}, base::Random(1));
  for (int k = 0; k < 5; ++k) mcts.visit();
  const RootMove best = best_root_move(tree_, true);
  const Node& lost = tree_.children(tree_[Tree::kRoot]).front();
  EXPECT_FALSE(best.move.from == lost.from && best.move.to == lost.to);
  EXPECT_GT(best.value, 0);
}

}  // namespace

}  // namespace quiver::bots::amazons::champion
