// The nodes of the champion's search tree. A move is two levels: the queen's move, then the arrow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bots/amazons/champion/board/bitboard_layout.hpp"
#include "bots/search/search_tree.hpp"

namespace quiver::bots::amazons::champion {

// Values are win probabilities of the searching seat, 0 to 1; exactly 0 and 1 are proven.
struct Node {
  std::uint32_t parent = 0;
  std::uint32_t first_child = 0;
  std::uint32_t visits = 0;
  float sum = 0;    // of the values of all visits
  float best = 0;   // the best its mover can get, as far as known
  float prior = 0;  // how much it is expected to be visited, beside its siblings
  std::uint16_t children = 0;
  Cell from = 0, to = 0;            // the queen's move, or twice the arrow's cell
  std::uint8_t virtual_losses = 0;  // threads that are below it just now
  bool expanding = false;           // one of them is making its children
  bool kept = false;                // while the tree is being moved

  [[nodiscard]] bool proven() const { return best <= 0.0F || best >= 1.0F; }
};

using Tree = SearchTree<Node>;
// How many nodes fit into so much memory; at least as many as a root of the largest board needs.
inline std::size_t tree_capacity(std::size_t bytes) {
  return std::max<std::size_t>(bytes / sizeof(Node), 1 << 14);
}

}  // namespace quiver::bots::amazons::champion
