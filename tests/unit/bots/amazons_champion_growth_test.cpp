// The tree search of the Amazons champion: what is certain is not looked at again.
#include <gtest/gtest.h>

#include "bots/amazons/champion/growth.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// A root of an ordinary position whose first child promised nearly everything and is lost.
class AmazonsChampionGrowth : public testing::Test {
 protected:
  AmazonsChampionGrowth() {
    std::vector<Node> children;
    judge_.judge_queen_moves(board_, board_.to_move(), children);
    for (Node& child : children) child.prior = 0.0001F;
    children.front().prior = 0.99F;
    children.front().best = 0;
    children.front().visits = 1;
    tree_[Tree::kRoot].visits = 400;
    tree_.add_children(Tree::kRoot, children);
  }

  const Amazons game_ = on(of_size(8));
  const std::unique_ptr<Ground<2>> ground_ = std::make_unique<Ground<2>>(game_);
  const Board<2> board_{*ground_, game_};
  const Judge<2> judge_{*ground_, Kernel<2>::this_machine(), tuned_weights(64, 8)};
  Settling<2> settling_{*ground_, Kernel<2>::this_machine(), std::size_t{1} << 16};
  Tree tree_{std::size_t{1} << 22};
};

TEST_F(AmazonsChampionGrowth, LooksNoMoreAtWhatIsLost) {
  Growth<2> growth(*ground_, judge_, settling_, board_, board_.to_move(), tree_, {}, base::Random(1));
  for (int k = 0; k < 20; ++k) growth.visit();
  EXPECT_EQ(tree_.children(tree_[Tree::kRoot]).front().visits, 1U);
  EXPECT_EQ(growth.visits(), 420U);
}

TEST_F(AmazonsChampionGrowth, ChoosesNothingThatIsLost) {
  Growth<2> growth(*ground_, judge_, settling_, board_, board_.to_move(), tree_, {}, base::Random(1));
  for (int k = 0; k < 5; ++k) growth.visit();
  const Line line = best_line(tree_, true, false);
  const Node& lost = tree_.children(tree_[Tree::kRoot]).front();
  EXPECT_FALSE(line.step.from == lost.from && line.step.to == lost.to);
  EXPECT_GT(line.worth, 0);
}

}  // namespace

}  // namespace quiver::bots::amazons::champion
