// The tree of a search: one block of nodes, allocated once, in which children stand side by side after their
// parents.
//
// A move is two levels: the queen's move, then the arrow. Because children always come later than their
// parent, the part below one node can be slid to the front in one pass when that node becomes the root, and
// the children of nodes that were hardly visited can be dropped when there is no more room: memory is bounded
// from the start. Not for more than one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/amazons/champion/ground.hpp"

namespace quiver::bots::amazons::champion {

// Values are chances to win from the view of the searching seat, 0 to 1; 0 and 1 themselves are certain.
struct Node {
  std::uint32_t parent = 0;
  std::uint32_t first_child = 0;
  std::uint32_t visits = 0;
  float sum = 0;    // of the values of all visits
  float best = 0;   // the best its mover can get, as far as known
  float prior = 0;  // how much it is expected to be visited, beside its siblings
  std::uint16_t children = 0;
  Cell from = 0, to = 0;      // the queen's move, or twice the arrow's cell
  Cell arrow = 0;             // where a level is a whole move
  std::uint8_t visitors = 0;  // threads that are below it just now
  bool growing = false;       // one of them is making its children
  bool kept = false;          // while the tree is being moved

  [[nodiscard]] bool certain() const { return best <= 0.0F || best >= 1.0F; }
};

class Tree {
 public:
  static constexpr std::uint32_t kRoot = 0;

  explicit Tree(std::size_t bytes);

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
  // They will be looked at soon: the memory may begin to bring them.
  void expect_children(const Node& node) const {
    __builtin_prefetch(&nodes_[node.first_child]);
    __builtin_prefetch(&nodes_[node.first_child] + 2);
  }
  [[nodiscard]] bool has_room(std::size_t children) const { return nodes_.size() + children <= most_; }

  // Gives the node these children. There is room, and it has none yet.
  void add_children(std::uint32_t parent, std::span<const Node> children);

  // Makes `root` the root and forgets whatever is not below it.
  void move_root(std::uint32_t root);
  // Forgets what is below nodes that were visited least, until half of the room is free. Numbers of nodes
  // change.
  void thin_out();

 private:
  // Keeps the nodes below `root` whose parents were visited `visits` times or more.
  void slide(std::uint32_t root, std::uint32_t visits);

  std::size_t most_;
  std::vector<Node> nodes_;
};

}  // namespace quiver::bots::amazons::champion
