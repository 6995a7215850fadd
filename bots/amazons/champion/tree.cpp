#include "bots/amazons/champion/tree.hpp"

#include <algorithm>

namespace quiver::bots::amazons::champion {

// At least what a root of the largest board needs.
Tree::Tree(std::size_t bytes) : most_(std::max<std::size_t>(bytes / sizeof(Node), 1 << 14)) {
  nodes_.reserve(most_);
  clear();
}

void Tree::add_children(std::uint32_t parent, std::span<const Node> children) {
  Node& node = nodes_[parent];
  node.first_child = static_cast<std::uint32_t>(nodes_.size());
  node.children = static_cast<std::uint16_t>(children.size());
  nodes_.insert(nodes_.end(), children.begin(), children.end());
  for (Node& child : this->children(nodes_[parent])) child.parent = parent;
}

void Tree::move_root(std::uint32_t root) {
  if (root != kRoot) slide(root, 0);
}

void Tree::thin_out() {
  for (std::uint32_t visits = 2; nodes_.size() > most_ / 2 && nodes_.size() > nodes_[kRoot].children + 1U;
       visits *= 2)
    slide(kRoot, visits);
}

// A kept node tells its children, which are still where they were, where it has gone; the first child in turn
// tells its parent where the children have gone. A node never goes to a place behind its own, so that nothing
// is overwritten that is still to be moved.
void Tree::slide(std::uint32_t root, std::uint32_t visits) {
  nodes_[root].kept = true;
  nodes_[root].parent = kRoot;
  std::uint32_t end = 0;
  for (std::uint32_t at = root; at < nodes_.size(); ++at) {
    if (!nodes_[at].kept) continue;
    Node node = nodes_[at];
    node.kept = false;
    const std::uint32_t to = end++;
    if (to != kRoot && nodes_[node.parent].first_child == at) nodes_[node.parent].first_child = to;
    if (node.visits < visits && to != kRoot) node.children = 0;
    nodes_[to] = node;
    for (std::uint32_t k = 0; k < node.children; ++k) {
      nodes_[node.first_child + k].kept = true;
      nodes_[node.first_child + k].parent = to;
    }
  }
  nodes_.resize(end);
}

}  // namespace quiver::bots::amazons::champion
