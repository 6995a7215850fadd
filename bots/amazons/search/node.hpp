// The nodes of the tree that amazons-mcts searches.
#pragma once

#include <cstdint>

#include "bots/amazons/board/bitboard.hpp"
#include "bots/search/search_tree.hpp"

namespace quiver::bots::amazons {

// Values are win probabilities of the searching seat, 0 to 1.
struct Node {
  std::uint32_t parent = 0;
  std::uint32_t first_child = 0;
  std::uint32_t visits = 0;
  float sum = 0;   // of the values of all visits
  float best = 0;  // the best its mover can get, as far as known
  BitMove move;    // that led here
  std::uint16_t children = 0;
  bool kept = false;   // while the tree is being moved
  bool final = false;  // the game is over here

  [[nodiscard]] float value() const {
    return visits == 0 ? best : 0.5F * best + 0.5F * sum / static_cast<float>(visits);
  }
};

using Tree = SearchTree<Node>;
inline constexpr std::size_t kTreeNodes = std::size_t{1} << 20;

}  // namespace quiver::bots::amazons
