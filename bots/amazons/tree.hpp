// The tree of a search: one block of nodes, allocated once, in which children stand side by side after their
// parents.
//
// Because children always come later than their parent, the part below one node can be slid to the front in
// one pass when that node becomes the root: nothing is allocated after the start, and nothing is kept that is
// of no more use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/amazons/field.hpp"

namespace quiver::bots::amazons {

// Values are chances to win from the view of the searching seat, 0 to 1.
struct Node {
  std::uint32_t parent = 0;
  std::uint32_t first_child = 0;
  std::uint32_t visits = 0;
  float sum = 0;   // of the values of all visits
  float best = 0;  // the best its mover can get, as far as known
  Step step;       // that led here
  std::uint16_t children = 0;
  bool kept = false;   // while the tree is being moved
  bool final = false;  // the game is over here

  [[nodiscard]] float worth() const {
    return visits == 0 ? best : 0.5F * best + 0.5F * sum / static_cast<float>(visits);
  }
};

class Tree {
 public:
  static constexpr std::size_t kMostNodes = std::size_t{1} << 20;
  static constexpr std::uint32_t kRoot = 0;

  explicit Tree(std::size_t most = kMostNodes) : most_(most) { nodes_.reserve(most); }

  void clear() { nodes_.assign(1, Node{}); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  Node& operator[](std::uint32_t at) { return nodes_[at]; }
  const Node& operator[](std::uint32_t at) const { return nodes_[at]; }
  [[nodiscard]] std::span<Node> children(const Node& node) {
    return std::span(nodes_).subspan(node.first_child, node.children);
  }
  [[nodiscard]] bool has_room(std::size_t children) const { return nodes_.size() + children <= most_; }

  // Gives the node that many children, all of them still blank. There is room, and it has none yet.
  std::span<Node> add_children(std::uint32_t parent, std::size_t count) {
    nodes_[parent].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[parent].children = static_cast<std::uint16_t>(count);
    nodes_.resize(nodes_.size() + count);
    for (Node& child : children(nodes_[parent])) child.parent = parent;
    return children(nodes_[parent]);
  }

  // Makes `root` the root and forgets whatever is not below it.
  void move_root(std::uint32_t root);

 private:
  std::size_t most_;
  std::vector<Node> nodes_;
};

}  // namespace quiver::bots::amazons
