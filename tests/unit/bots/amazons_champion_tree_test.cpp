// The tree keeps its structure when its root moves and when it is thinned out.
#include <gtest/gtest.h>

#include "bots/amazons/champion/node.hpp"
#include "tests/property/dice.hpp"

namespace quiver::bots::amazons::champion {

using namespace quiver::tests;

namespace {

// A random tree whose nodes are told apart by `sum`; deeper ones are visited less.
void fill(Tree& tree, Dice& dice, std::size_t nodes) {
  tree[Tree::kRoot].visits = 1U << 20;
  float name = 1;
  while (tree.size() < nodes) {
    const auto at = static_cast<std::uint32_t>(dice.below(tree.size()));
    if (tree[at].children > 0) continue;
    std::vector<Node> children(1 + dice.below(20));
    for (Node& child : children) {
      child.sum = name++;
      child.visits = static_cast<std::uint32_t>(dice.below(tree[at].visits / 2 + 1));
    }
    if (!tree.has_room(children.size())) return;
    tree.add_children(at, children);
  }
}

// What is below a node, in words. Nodes visited less than `visits` times are shown without children.
std::string told(const Tree& tree, std::uint32_t at, std::uint32_t visits, bool is_root = true) {
  const Node& node = tree[at];
  std::string text = std::to_string(static_cast<int>(node.sum)) + ":" + std::to_string(node.visits);
  if (node.children == 0 || (node.visits < visits && !is_root)) return text;
  text += "(";
  for (std::uint32_t child = node.first_child; child < node.first_child + node.children; ++child)
    text += told(tree, child, visits, false) + " ";
  return text + ")";
}

void expect_whole(const Tree& tree) {
  std::size_t below = 0;
  for (std::uint32_t at = 0; at < tree.size(); ++at) {
    below += tree[at].children;
    for (std::uint32_t k = 0; k < tree[at].children; ++k) {
      const std::uint32_t child = tree[at].first_child + k;
      ASSERT_GT(child, at);
      ASSERT_LT(child, tree.size());
      ASSERT_EQ(tree[child].parent, at);
    }
    ASSERT_FALSE(tree[at].kept);
  }
  ASSERT_EQ(below + 1, tree.size());  // each is somebody's child but the root
}

}  // namespace

TEST(AmazonsChampionTree, MovesItsRoot) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("move root");
  for (int round = 0; round < 50; ++round) {
    Tree tree(tree_capacity(1 << 20));
    fill(tree, dice, 2000);
    while (tree.size() > 1) {
      const auto root = static_cast<std::uint32_t>(dice.below(std::min<std::size_t>(tree.size(), 40)));
      const std::string before = told(tree, root, 0);
      tree.move_root(root);
      expect_whole(tree);
      ASSERT_EQ(told(tree, Tree::kRoot, 0), before);
      if (tree[Tree::kRoot].children == 0) break;
    }
  }
}

TEST(AmazonsChampionTree, ThinsOutWhatWasVisitedLeast) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("thin out");
  for (int round = 0; round < 5; ++round) {
    Tree tree(tree_capacity(1 << 20));
    fill(tree, dice, ~std::size_t{0});
    const std::size_t full = tree.size();
    std::vector<std::string> thinner;
    for (std::uint32_t visits = 2; visits != 0; visits *= 2)
      thinner.push_back(told(tree, Tree::kRoot, visits));
    const std::size_t children = tree[Tree::kRoot].children;
    tree.prune();
    expect_whole(tree);
    EXPECT_LE(tree.size(), full / 2 + 20);
    EXPECT_EQ(tree[Tree::kRoot].children, children);
    EXPECT_NE(std::find(thinner.begin(), thinner.end(), told(tree, Tree::kRoot, 0)), thinner.end());
    EXPECT_TRUE(tree.has_room(full / 4));
  }
}

}  // namespace quiver::bots::amazons::champion
