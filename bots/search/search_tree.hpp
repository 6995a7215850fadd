// The tree of a Monte-Carlo tree search: one block of nodes, allocated once, in which the children of a node
// stand side by side and after it.
//
// Because children always come later than their parent, the part below a node can be moved to the front in
// one pass when that node becomes the root, and the children of rarely visited nodes can be dropped when the
// block is full. A Node has the fields parent, first_child, children, visits and kept. Not for more than one
// thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quiver::bots {

template <class Node>
class SearchTree {
 public:
  static constexpr std::uint32_t kRoot = 0;

  explicit SearchTree(std::size_t capacity) : capacity_(capacity) {
    nodes_.reserve(capacity);
    clear();
  }

  // Leaves a root without children. The memory stays reserved, so nodes never move when the tree grows.
  void clear() { nodes_.assign(1, Node{}); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  Node& operator[](std::uint32_t at) { return nodes_[at]; }
  const Node& operator[](std::uint32_t at) const { return nodes_[at]; }
  [[nodiscard]] std::span<Node> children(const Node& node) {
    return std::span(nodes_).subspan(node.first_child, node.children);
  }
  [[nodiscard]] std::span<const Node> children(const Node& node) const {
    return std::span(nodes_).subspan(node.first_child, node.children);
  }
  // The next step of a descent reads the children; fetching them early hides part of the cache miss.
  void prefetch_children(const Node& node) const {
    __builtin_prefetch(&nodes_[node.first_child]);
    __builtin_prefetch(&nodes_[node.first_child] + 2);
  }
  // A tree that is full does not grow; the caller stops expanding, or calls prune().
  [[nodiscard]] bool has_room(std::size_t children) const { return nodes_.size() + children <= capacity_; }

  // Gives the node these children, or so many default ones. There is room, and it has none yet.
  void add_children(std::uint32_t parent, std::span<const Node> children) {
    adopt(parent, children.size());
    nodes_.insert(nodes_.end(), children.begin(), children.end());
    for (Node& child : this->children(nodes_[parent])) child.parent = parent;
  }
  std::span<Node> add_children(std::uint32_t parent, std::size_t count) {
    adopt(parent, count);
    nodes_.resize(nodes_.size() + count);
    for (Node& child : children(nodes_[parent])) child.parent = parent;
    return children(nodes_[parent]);
  }

  // Makes `root` the root and drops every node that is not below it.
  void move_root(std::uint32_t root) {
    if (root != kRoot) compact(root, 0);
  }
  // Drops the children of the least visited nodes until half of the block is free. Indices change.
  void prune() {
    for (std::uint32_t visits = 2;
         nodes_.size() > capacity_ / 2 && nodes_.size() > nodes_[kRoot].children + 1U; visits *= 2)
      compact(kRoot, visits);
  }

 private:
  // Sets the links of a parent whose children are about to be appended.
  void adopt(std::uint32_t parent, std::size_t count) {
    nodes_[parent].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[parent].children = static_cast<std::uint16_t>(count);
  }

  // Keeps the nodes below `root` whose parents have at least `visits` visits. A kept node tells its children,
  // which are still in their old place, its new index; the first child in turn tells its parent where the
  // children are now. A node never moves backwards, so nothing is overwritten that is still to be moved.
  void compact(std::uint32_t root, std::uint32_t visits) {
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

  std::size_t capacity_;
  std::vector<Node> nodes_;
};

}  // namespace quiver::bots
