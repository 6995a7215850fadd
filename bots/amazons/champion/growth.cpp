#include "bots/amazons/champion/growth.hpp"

#include <algorithm>
#include <tuple>

namespace quiver::bots::amazons::champion {

namespace {

constexpr float kDither = 0.08F;          // of log-odds at the root
constexpr unsigned kCountingWork = 1500;  // positions; about as long as a visit takes in the middle of a game

}  // namespace

template <unsigned Words>
float Growth<Words>::worth(const Node& node) const {
  if (node.visits == 0 || node.certain()) return node.best;
  const float mean = node.sum / static_cast<float>(node.visits);
  return mean + rules_.best_share * (node.best - mean);
}

template <unsigned Words>
std::uint32_t Growth<Words>::choose(const Node& node, bool my_choice) const {
  const float root = rules_.exploration * std::sqrt(static_cast<float>(node.visits + node.visitors));
  std::uint32_t best = node.first_child;
  float most = -1;
  for (std::uint32_t at = node.first_child; at < node.first_child + node.children; ++at) {
    const Node& child = tree_[at];
    const bool unseen = child.visits + child.visitors == 0;
    float value = my_choice ? worth(child) : 1 - worth(child);
    if (value <= 0) continue;  // lost for certain: nothing more is to be found there
    // A thread that is below it is taken to have lost there, so that others look elsewhere.
    if (child.visitors > 0)
      value *= static_cast<float>(child.visits + 1) / static_cast<float>(child.visits + 1 + child.visitors);
    value += root * child.prior / static_cast<float>(1 + child.visits + child.visitors);
    if (value > most) most = value, best = at;
    if (unseen) break;  // the others promise less
  }
  return best;
}

template <unsigned Words>
bool Growth<Words>::descend(Board<Words>& board, Way& way) {
  bool half_done = false;
  std::uint32_t at = Tree::kRoot;
  way.add(at, board.to_move() == me_);
  ++tree_[at].visitors;
  while (tree_[at].children > 0 && way.length < Way::kMost) {
    at = choose(tree_[at], way.mine[way.length - 1]);
    const Node& child = tree_[at];
    tree_.expect_children(child);
    if (rules_.whole_moves)
      board.play(ground_, {child.from, child.to, child.arrow});
    else if (half_done)
      board.shoot(ground_, child.to);
    else
      board.move_queen(ground_, child.from, child.to);
    half_done = !half_done && !rules_.whole_moves;
    way.add(at, board.to_move() == me_);
    ++tree_[at].visitors;
  }
  depth_ = std::max(depth_, (way.length - 1) / (rules_.whole_moves ? 1 : 2));
  return half_done;
}

template <unsigned Words>
void Growth<Words>::visit() {
  thread_local std::vector<Node> children;
  Board<Words> board = root_;
  Way way;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !making_room_; });
  ++under_way_;
  const bool half_done = descend(board, way);
  Node& leaf = tree_[way.last()];
  const bool is_root = way.length == 1;  // of which a move is wanted, whatever is known
  if (!board.over() && leaf.children == 0 && !leaf.growing && (is_root || !leaf.certain())) {
    leaf.growing = true;
    const Cell queen = leaf.to;
    lock.unlock();
    const std::optional<float> known = half_done || is_root ? std::nullopt : counted_out(board);
    std::size_t judged = 1;
    if (half_done)
      judged = judge_.judge_arrows(board, queen, me_, children);
    else if (!known)
      judged = rules_.whole_moves ? judge_.judge_moves(board, me_, children)
                                  : judge_.judge_queen_moves(board, me_, children);
    judged_.fetch_add(judged, std::memory_order_relaxed);
    lock.lock();
    tree_[way.last()].growing = false;
    if (known) {
      tree_[way.last()].best = *known;
    } else if (set_priors(children, way.mine[way.length - 1], is_root); tree_.has_room(children.size())) {
      tree_.add_children(way.last(), children);
    } else {
      making_room_ = true;  // what is lost with this visit is little
    }
  }
  learn(way);
  --under_way_;
  if (making_room_) make_room(lock);
}

template <unsigned Words>
std::optional<float> Growth<Words>::counted_out(const Board<Words>& board) {
  const std::optional<Seat> winner = settling_.winner(board, kCountingWork);
  if (!winner) return std::nullopt;
  return *winner == me_ ? 1.0F : 0.0F;
}

template <unsigned Words>
void Growth<Words>::make_room(std::unique_lock<std::mutex>& lock) {
  if (under_way_ == 0) {
    tree_.thin_out();
    making_room_ = false;
    changed_.notify_all();
  } else {
    changed_.wait(lock, [this] { return !making_room_; });
  }
}

template <unsigned Words>
void Growth<Words>::set_priors(std::vector<Node>& children, bool my_choice, bool at_root) {
  float most = -1e9F;
  for (Node& child : children) {
    if (at_root && !child.certain()) {
      child.prior += kDither * (static_cast<float>(chance_.below(2001)) / 1000 - 1);
      child.best = chance(child.prior);
    }
    if (!my_choice) child.prior = -child.prior;
    most = std::max(most, child.prior);
  }
  float sum = 0;
  for (Node& child : children)
    sum += child.prior = power_of_e(std::max((child.prior - most) / rules_.temperature, -80.0F));
  for (Node& child : children) child.prior /= sum;
  std::sort(children.begin(), children.end(), [](const Node& a, const Node& b) {
    return std::tie(b.prior, a.from, a.to, a.arrow) < std::tie(a.prior, b.from, b.to, b.arrow);
  });
}

template <unsigned Words>
float Growth<Words>::best_of(const Node& node, bool my_choice) const {
  float best = my_choice ? 0.0F : 1.0F;
  for (const Node& child : tree_.children(node)) {
    best = my_choice ? std::max(best, child.best) : std::min(best, child.best);
    if (child.visits + child.visitors == 0) break;
  }
  return best;
}

// Tells all nodes that were passed what was found.
template <unsigned Words>
void Growth<Words>::learn(const Way& way) {
  float value = 0;
  for (unsigned k = way.length; k-- > 0;) {
    Node& node = tree_[way.nodes[k]];
    if (node.children > 0) node.best = best_of(node, way.mine[k]);
    if (k == way.length - 1) value = node.best;
    ++node.visits;
    node.sum += value;
    --node.visitors;
  }
}

template <unsigned Words>
std::uint64_t Growth<Words>::visits() {
  const std::scoped_lock lock(mutex_);
  return tree_[Tree::kRoot].visits;
}

template <unsigned Words>
bool Growth<Words>::settled() {
  const std::scoped_lock lock(mutex_);
  const Node& root = tree_[Tree::kRoot];
  return root.children > 0 && root.certain() && root.visits > 1;
}

namespace {

// Of the children of one node, for whoever chooses among them.
std::uint32_t best_child(const Tree& tree, std::uint32_t at, bool mine) {
  const auto rank = [mine](const Node& node) {
    const float best = mine ? node.best : 1 - node.best;
    const int certain = best >= 1.0F ? 1 : best <= 0.0F ? -1 : 0;
    return std::tuple{certain, node.visits, best};
  };
  const auto children = tree.children(tree[at]);
  const auto best = std::max_element(children.begin(), children.end(),
                                     [&](const Node& a, const Node& b) { return rank(a) < rank(b); });
  return tree[at].first_child + static_cast<std::uint32_t>(best - children.begin());
}

}  // namespace

Line best_line(const Tree& tree, bool mine, bool whole_moves) {
  Line line;
  if (tree[Tree::kRoot].children == 0) return line;
  if (whole_moves) {
    line.node = best_child(tree, Tree::kRoot, mine);
    const Node& best = tree[line.node];
    line.step = {best.from, best.to, best.arrow};
    line.worth = best.best;
    return line;
  }
  const std::uint32_t queen = best_child(tree, Tree::kRoot, mine);
  line.step.from = tree[queen].from, line.step.to = tree[queen].to;
  line.worth = tree[queen].best;
  if (tree[queen].children == 0) return line;
  line.node = best_child(tree, queen, mine);
  line.step.arrow = tree[line.node].to;
  line.worth = tree[line.node].best;
  return line;
}

template class Growth<2>;
template class Growth<4>;

}  // namespace quiver::bots::amazons::champion
