#include "bots/amazons/champion/mcts.hpp"

#include <algorithm>
#include <tuple>

namespace quiver::bots::amazons::champion {

namespace {

constexpr float kRootNoise = 0.08F;      // of log-odds at the root
constexpr unsigned kEndgameWork = 1500;  // positions; about as long as a visit takes in the middle of a game

}  // namespace

template <unsigned Words>
float Mcts<Words>::value_of(const Node& node) const {
  if (node.visits == 0 || node.proven()) return node.best;
  const float mean = node.sum / static_cast<float>(node.visits);
  return mean + options_.best_share * (node.best - mean);
}

// Children are sorted by prior, so the scan ends at the first one without a visit: none after it can score
// higher.
template <unsigned Words>
std::uint32_t Mcts<Words>::select(const Node& node, bool my_choice) const {
  const float root = options_.exploration * std::sqrt(static_cast<float>(node.visits + node.virtual_losses));
  std::uint32_t best = node.first_child;
  float most = -1;
  for (std::uint32_t at = node.first_child; at < node.first_child + node.children; ++at) {
    const Node& child = tree_[at];
    const bool unseen = child.visits + child.virtual_losses == 0;
    float value = my_choice ? value_of(child) : 1 - value_of(child);
    if (value <= 0) continue;  // proven loss
    // Virtual loss: a thread that is below this child counts as a loss, so that others go elsewhere.
    if (child.virtual_losses > 0)
      value *=
          static_cast<float>(child.visits + 1) / static_cast<float>(child.visits + 1 + child.virtual_losses);
    value += root * child.prior / static_cast<float>(1 + child.visits + child.virtual_losses);
    if (value > most) most = value, best = at;
    if (unseen) break;  // the others have lower priors
  }
  return best;
}

// Adds a virtual loss to each node on the way; backpropagate() takes them off again. The lock is held.
template <unsigned Words>
bool Mcts<Words>::descend(Bitboard<Words>& board, Path& path) {
  bool half_done = false;
  std::uint32_t at = Tree::kRoot;
  path.add(at, board.to_move() == me_);
  ++tree_[at].virtual_losses;
  while (tree_[at].children > 0 && path.length < Path::kMost) {
    at = select(tree_[at], path.mine[path.length - 1]);
    const Node& child = tree_[at];
    tree_.prefetch_children(child);
    if (half_done)
      board.shoot(layout_, child.to);
    else
      board.move_queen(layout_, child.from, child.to);
    half_done = !half_done;
    path.add(at, board.to_move() == me_);
    ++tree_[at].virtual_losses;
  }
  depth_ = std::max(depth_, (path.length - 1) / 2);
  return half_done;
}

// Selection and backpropagation hold the lock; the evaluation between them does not. `expanding` keeps a
// second thread from evaluating the same leaf; it backs up the value that is known instead.
template <unsigned Words>
void Mcts<Words>::visit() {
  thread_local std::vector<Node> children;
  Bitboard<Words> board = root_;
  Path path;
  std::unique_lock lock(mutex_);
  pruned_.wait(lock, [this] { return !pruning_; });
  ++active_visits_;
  const bool half_done = descend(board, path);
  Node& leaf = tree_[path.last()];
  const bool is_root = path.length == 1;  // a move is wanted, whatever is proven
  if (!board.over() && leaf.children == 0 && !leaf.expanding && (is_root || !leaf.proven())) {
    leaf.expanding = true;
    const Cell queen = leaf.to;
    lock.unlock();
    const std::optional<float> known = half_done || is_root ? std::nullopt : solved_value(board);
    std::size_t evaluated = 1;
    if (half_done)
      evaluated = evaluator_.evaluate_arrows(board, queen, me_, children);
    else if (!known)
      evaluated = evaluator_.evaluate_queen_moves(board, me_, children);
    evaluated_.fetch_add(evaluated, std::memory_order_relaxed);
    lock.lock();
    tree_[path.last()].expanding = false;
    if (known) {
      tree_[path.last()].best = *known;
    } else if (set_priors(children, path.mine[path.length - 1], is_root); tree_.has_room(children.size())) {
      tree_.add_children(path.last(), children);
    } else {
      pruning_ = true;  // this visit's children are lost, which costs little
    }
  }
  backpropagate(path);
  --active_visits_;
  if (pruning_) prune_tree(lock);
}

template <unsigned Words>
std::optional<float> Mcts<Words>::solved_value(const Bitboard<Words>& board) {
  const std::optional<Seat> winner = endgame_.winner(board, kEndgameWork);
  if (!winner) return std::nullopt;
  return *winner == me_ ? 1.0F : 0.0F;
}

// The last thread to leave its visit prunes; the others wait for it.
template <unsigned Words>
void Mcts<Words>::prune_tree(std::unique_lock<std::mutex>& lock) {
  if (active_visits_ == 0) {
    tree_.prune();
    pruning_ = false;
    pruned_.notify_all();
  } else {
    pruned_.wait(lock, [this] { return !pruning_; });
  }
}

// Softmax of the scores with the temperature. The largest is subtracted first, so that the exponential cannot
// overflow. Ties are broken by the cells, which keeps the order the same on every machine.
template <unsigned Words>
void Mcts<Words>::set_priors(std::vector<Node>& children, bool my_choice, bool at_root) {
  float most = -1e9F;
  for (Node& child : children) {
    if (at_root && !child.proven()) {
      child.prior += kRootNoise * (static_cast<float>(random_.below(2001)) / 1000 - 1);
      child.best = win_probability(child.prior);
    }
    if (!my_choice) child.prior = -child.prior;
    most = std::max(most, child.prior);
  }
  float sum = 0;
  for (Node& child : children)
    sum += child.prior = portable_exp(std::max((child.prior - most) / options_.temperature, -80.0F));
  for (Node& child : children) child.prior /= sum;
  std::sort(children.begin(), children.end(), [](const Node& a, const Node& b) {
    return std::tie(b.prior, a.from, a.to) < std::tie(a.prior, b.from, b.to);
  });
}

// Unvisited children come last and were sorted by prior, so only the first of them can be the best.
template <unsigned Words>
float Mcts<Words>::best_of(const Node& node, bool my_choice) const {
  float best = my_choice ? 0.0F : 1.0F;
  for (const Node& child : tree_.children(node)) {
    best = my_choice ? std::max(best, child.best) : std::min(best, child.best);
    if (child.visits + child.virtual_losses == 0) break;
  }
  return best;
}

// Updates all nodes of the path.
template <unsigned Words>
void Mcts<Words>::backpropagate(const Path& path) {
  float value = 0;
  for (unsigned k = path.length; k-- > 0;) {
    Node& node = tree_[path.nodes[k]];
    if (node.children > 0) node.best = best_of(node, path.mine[k]);
    if (k == path.length - 1) value = node.best;
    ++node.visits;
    node.sum += value;
    --node.virtual_losses;
  }
}

template <unsigned Words>
std::uint64_t Mcts<Words>::visits() {
  const std::scoped_lock lock(mutex_);
  return tree_[Tree::kRoot].visits;
}

template <unsigned Words>
bool Mcts<Words>::decided() {
  const std::scoped_lock lock(mutex_);
  const Node& root = tree_[Tree::kRoot];
  return root.children > 0 && root.proven() && root.visits > 1;
}

namespace {

// Among the children of one node, for the seat that chooses.
std::uint32_t best_child(const Tree& tree, std::uint32_t at, bool mine) {
  const auto rank = [mine](const Node& node) {
    const float best = mine ? node.best : 1 - node.best;
    const int proven = best >= 1.0F ? 1 : best <= 0.0F ? -1 : 0;
    return std::tuple{proven, node.visits, best};
  };
  const auto children = tree.children(tree[at]);
  const auto best = std::max_element(children.begin(), children.end(),
                                     [&](const Node& a, const Node& b) { return rank(a) < rank(b); });
  return tree[at].first_child + static_cast<std::uint32_t>(best - children.begin());
}

}  // namespace

RootMove best_root_move(const Tree& tree, bool mine) {
  RootMove best_move;
  if (tree[Tree::kRoot].children == 0) return best_move;
  const std::uint32_t queen = best_child(tree, Tree::kRoot, mine);
  best_move.move.from = tree[queen].from, best_move.move.to = tree[queen].to;
  best_move.value = tree[queen].best;
  if (tree[queen].children == 0) return best_move;
  best_move.node = best_child(tree, queen, mine);
  best_move.move.arrow = tree[best_move.node].to;
  best_move.value = tree[best_move.node].best;
  return best_move;
}

template class Mcts<2>;
template class Mcts<4>;

}  // namespace quiver::bots::amazons::champion
