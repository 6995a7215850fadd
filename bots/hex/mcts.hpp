// Monte-Carlo tree search for Hex with random playouts.
//
// A node's children are all its empty cells. A child's value is a mix of the mean result of the playouts that
// went through it and of its AMAF value, the mean result of all playouts through its parent in which its cell
// was the mover's in the end, whenever it was played: in Hex the order of moves matters little, so a few
// hundred playouts rank all moves of a node (RAVE). The more visits a child has, the less AMAF counts. With
// it no exploration is needed: it lets moves rise that were never tried. A node gets children after a few
// visits; when the tree's memory is full, no more nodes get any. The part of the tree below the moves that
// were played is kept for the next turn. One match, one thread.
#pragma once

#include <optional>
#include <vector>

#include "bots/hex/playout.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/search_tree.hpp"

namespace quiver::bots::hex {

struct MctsOptions {
  float exploration = 0;  // weight of the UCB term
  // How much an AMAF value is expected to be off, as 4 b^2 in the formula of Gelly and Silver. Negative: AMAF
  // is not used.
  float amaf_bias = 0.002F;
  std::uint32_t expand_visits = 8;                // after which a node gets children
  std::size_t tree_nodes = std::size_t{1} << 21;  // 32 bytes each

  [[nodiscard]] constexpr bool uses_amaf() const { return amaf_bias >= 0; }
};

// Without AMAF values.
inline constexpr MctsOptions kPlainUct = {.exploration = 0.2F, .amaf_bias = -1};

// Results are counted for the seat that moved to the node.
struct MctsNode {
  std::uint32_t parent = 0;
  std::uint32_t first_child = 0;
  std::uint32_t visits = 0;
  float wins = 0;
  std::uint32_t amaf_visits = 0;
  float amaf_wins = 0;
  Board::Cell cell = 0;
  std::uint16_t children = 0;
  bool kept = false;  // while the tree is being moved

  [[nodiscard]] float mean() const { return visits == 0 ? 0.5F : wins / static_cast<float>(visits); }
};

struct MctsResult {
  Hex::Move move;
  float win_probability = 0.5F;  // after the move, for the seat that makes it
  unsigned depth = 0;
  std::uint64_t playouts = 0;  // of this search
  std::uint32_t visits = 0;    // of the root, with those of searches before
};

class Mcts {
 public:
  explicit Mcts(const MctsOptions& options = {}) : options_(options), tree_(options.tree_nodes) {}

  // A new match.
  void start();
  // The game is not over.
  MctsResult search(const Hex& game, const SearchLimits& limits, base::Random& random);

 private:
  using Tree = SearchTree<MctsNode>;

  void reuse_tree(const Hex& game);
  void simulate(Playout& playout, base::Random& random);
  // Goes down to a leaf; the nodes passed are then in path_.
  void descend(Playout& playout);
  [[nodiscard]] std::uint32_t select(const MctsNode& node) const;
  [[nodiscard]] float mixed_value(const MctsNode& child) const;
  bool expand(std::uint32_t at, const Playout& playout);
  void backpropagate(const Board& filled, Seat winner, Seat first);
  void update_amaf(const MctsNode& node, const Board& filled, Seat mover, bool won);
  MctsResult conclude(const Hex& game);

  MctsOptions options_;
  Tree tree_;
  std::vector<std::uint32_t> path_;
  unsigned depth_ = 0;
  // The position after the move that was chosen last, and its node.
  std::optional<Hex> after_;
  std::uint32_t after_node_ = Tree::kRoot;
};

}  // namespace quiver::bots::hex
