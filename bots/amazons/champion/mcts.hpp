// Monte-Carlo tree search with PUCT selection, whose leaves are evaluated instead of played out.
//
// Going down, PUCT selects at each node the child with the best sum of its value and of an exploration bonus:
// its prior against its visits. At a leaf all children are evaluated at once and added to the tree. Going up,
// every node adds the value that was found and updates the best that its mover can get; a node's value mixes
// the mean of the former with the latter. With more than two seats all others count as one opponent. Where
// two sides are separated, the endgame solver decides a leaf, as far as that is quick.
//
// Any number of threads may call visit(): they share the tree under one lock and evaluate outside of it,
// which is where nearly all of the time goes. Virtual losses keep them on different paths.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "bots/amazons/champion/child_evaluator.hpp"
#include "bots/amazons/champion/endgame/endgame_solver.hpp"
#include "bots/amazons/champion/mcts_options.hpp"
#include "bots/amazons/champion/node.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class Mcts {
 public:
  // `tree` has the position as its root; `me` searches, and need not be to move. `random` adds noise to the
  // root's moves, so that a search does not play the same game every time.
  Mcts(const BitboardLayout<Words>& layout, const ChildEvaluator<Words>& evaluator,
       EndgameSolver<Words>& endgame, const Bitboard<Words>& root, Seat me, Tree& tree,
       const MctsOptions& options, base::Random random)
      : layout_(layout),
        evaluator_(evaluator),
        endgame_(endgame),
        root_(root),
        me_(me),
        tree_(tree),
        options_(options),
        random_(random) {}

  // From the root to a leaf and back.
  void visit();
  // Positions evaluated so far.
  [[nodiscard]] std::uint64_t evaluated() const { return evaluated_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t visits();
  // The outcome is proven.
  [[nodiscard]] bool decided();
  [[nodiscard]] unsigned depth() const { return depth_; }

 private:
  // The nodes from the root to a leaf.
  struct Path {
    static constexpr unsigned kMost = 254;
    std::array<std::uint32_t, kMost + 1> nodes;
    std::array<bool, kMost + 1> mine;  // whether the searching seat chooses among the node's children
    unsigned length = 0;

    void add(std::uint32_t node, bool my_choice) {
      nodes[length] = node;
      mine[length++] = my_choice;
    }
    [[nodiscard]] std::uint32_t last() const { return nodes[length - 1]; }
  };

  // The child with the highest PUCT value. The lock is held.
  [[nodiscard]] std::uint32_t select(const Node& node, bool my_choice) const;
  // A mixture of the mean and the best below the node; a proven value as it is.
  [[nodiscard]] float value_of(const Node& node) const;
  // Selects down to a leaf; `board` is the leaf's position then. True: the queen has moved, the arrow is
  // still to come.
  bool descend(Bitboard<Words>& board, Path& path);
  void set_priors(std::vector<Node>& children, bool my_choice, bool at_root);
  // 0 or 1 where the endgame solver decides the position.
  [[nodiscard]] std::optional<float> solved_value(const Bitboard<Words>& board);
  // Makes room by dropping rarely visited parts. Waits until no other thread is inside a visit, because node
  // indices change.
  void prune_tree(std::unique_lock<std::mutex>& lock);
  // Adds the leaf's value to all nodes of the path and takes their virtual losses back. The lock is held.
  void backpropagate(const Path& path);
  [[nodiscard]] float best_of(const Node& node, bool my_choice) const;

  const BitboardLayout<Words>& layout_;
  const ChildEvaluator<Words>& evaluator_;
  EndgameSolver<Words>& endgame_;
  const Bitboard<Words>& root_;
  Seat me_;
  Tree& tree_;
  MctsOptions options_;
  base::Random random_;
  std::atomic<std::uint64_t> evaluated_ = 0;
  std::mutex mutex_;
  std::condition_variable pruned_;
  unsigned active_visits_ = 0;  // threads between the two halves of a visit
  bool pruning_ = false;
  unsigned depth_ = 0;
};

// The root's best move: a proven win first, a proven loss last, else the most visited. None if nothing was
// found.
struct RootMove {
  BitMove move;
  float value = 0;
  std::uint32_t node = Tree::kRoot;  // after the whole move; kRoot if that is not in the tree
};
RootMove best_root_move(const Tree& tree, bool mine);

}  // namespace quiver::bots::amazons::champion
