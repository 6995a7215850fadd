// Monte-Carlo tree search whose leaves are judged instead of being played out.
//
// Going down, a thread takes at each node the child with the most of what is known of it and what may be in
// it: its worth, and its prior against how often it was visited. At a leaf all children are judged at once
// and put into the tree. Going up, every node learns the value that was found, and the best that its mover
// can get as far as known; a node is worth a mixture of the mean of the one and of the other. With more than
// two seats all others are taken for one opponent of the searching seat. Where two sides are apart, a leaf is
// counted out instead, as far as that is quick.
//
// Any number of threads may call visit(): they share the tree under one lock and judge outside of it, which
// is where nearly all of the time goes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "bots/amazons/champion/growth_rules.hpp"
#include "bots/amazons/champion/judge.hpp"
#include "bots/amazons/champion/settling.hpp"
#include "bots/amazons/champion/tree.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class Growth {
 public:
  // `tree` has the position as its root; `me` searches, and need not be to move. `chance` is a little chance
  // for the root's moves, so that a search does not play the same game for ever.
  Growth(const Ground<Words>& ground, const Judge<Words>& judge, Settling<Words>& settling,
         const Board<Words>& root, Seat me, Tree& tree, const GrowthRules& rules, base::Random chance)
      : ground_(ground),
        judge_(judge),
        settling_(settling),
        root_(root),
        me_(me),
        tree_(tree),
        rules_(rules),
        chance_(chance) {}

  // From the root to a leaf and back.
  void visit();
  // Positions judged so far.
  [[nodiscard]] std::uint64_t judged() const { return judged_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t visits();
  // The outcome is certain, or there is nothing to choose.
  [[nodiscard]] bool settled();
  [[nodiscard]] unsigned depth() const { return depth_; }

 private:
  // A way down the tree, a node a level.
  struct Way {
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

  [[nodiscard]] std::uint32_t choose(const Node& node, bool my_choice) const;
  [[nodiscard]] float worth(const Node& node) const;
  // Follows choices to a leaf; the board is the leaf's then. True: it is half done.
  bool descend(Board<Words>& board, Way& way);
  void set_priors(std::vector<Node>& children, bool my_choice, bool at_root);
  // 0 or 1 where the position can be counted out.
  [[nodiscard]] std::optional<float> counted_out(const Board<Words>& board);
  void make_room(std::unique_lock<std::mutex>& lock);
  void learn(const Way& way);
  [[nodiscard]] float best_of(const Node& node, bool my_choice) const;

  const Ground<Words>& ground_;
  const Judge<Words>& judge_;
  Settling<Words>& settling_;
  const Board<Words>& root_;
  Seat me_;
  Tree& tree_;
  GrowthRules rules_;
  base::Random chance_;
  std::atomic<std::uint64_t> judged_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned under_way_ = 0;  // threads between the two halves of a visit
  bool making_room_ = false;
  unsigned depth_ = 0;
};

// The root's best move by what was found: what is won comes first, what is lost last, of the others the most
// visited. None if nothing was found.
struct Line {
  Step step;
  float worth = 0;
  std::uint32_t node = Tree::kRoot;  // after the whole move; kRoot if that is not in the tree
};
Line best_line(const Tree& tree, bool mine, bool whole_moves);

}  // namespace quiver::bots::amazons::champion
