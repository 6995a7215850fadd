#include "bots/amazons/tree.hpp"

namespace quiver::bots::amazons {

// A kept node tells its children, which are still where they were, where it has gone; the first child in turn
// tells its parent where the children have gone. A node never goes to a place behind its own, so that nothing
// is overwritten that is still to be moved.
void Tree::move_root(std::uint32_t root) {
  if (root == kRoot) return;
  nodes_[root].kept = true;
  nodes_[root].parent = kRoot;
  std::uint32_t end = 0;
  for (std::uint32_t at = root; at < nodes_.size(); ++at) {
    if (!nodes_[at].kept) continue;
    Node node = nodes_[at];
    node.kept = false;
    const std::uint32_t to = end++;
    if (to != kRoot && nodes_[node.parent].first_child == at) nodes_[node.parent].first_child = to;
    nodes_[to] = node;
    for (std::uint32_t k = 0; k < node.children; ++k) {
      nodes_[node.first_child + k].kept = true;
      nodes_[node.first_child + k].parent = to;
    }
  }
  nodes_.resize(end);
}

}  // namespace quiver::bots::amazons
