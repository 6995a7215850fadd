#include "bots/amazons/search/mcts.hpp"

#include <array>
#include <cmath>
#include <string>
#include <tuple>

#include "bots/amazons/search/candidates.hpp"
#include "bots/amazons/search/region_filler.hpp"
#include "bots/amazons/simple/power.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr Candidates::Width kRootWidth = {30, 80};
constexpr Candidates::Width kInnerWidth = {10, 30};
constexpr float kExploration = 0.12F;
constexpr float kScale = 500;  // hundredths of a cell; a guess, not fitted to games
constexpr Score kNoise = 20;
constexpr unsigned kDeepest = 64;

// Never quite 0 or 1: those are for games that are over.
float win_probability(Score score) {
  return std::min(std::max(1 / (1 + std::exp(-static_cast<float>(score) / kScale)), 0.001F), 0.999F);
}
// The inverse of win_probability(), for the report to spectators.
Score score_of(float probability) {
  const float sure = std::min(std::max(probability, 0.0001F), 0.9999F);
  return static_cast<Score>(kScale * std::log(sure / (1 - sure)));
}

template <class Board>
class Mcts {
 public:
  Mcts(const BitboardLayout& layout, const Board& root, Tree& tree, MoveNoise noise, SearchBudget& budget)
      : layout_(layout), root_(root), me_(root.to_move()), tree_(tree), noise_(noise), budget_(budget) {
    // A line of play that deep is as likely as any other while the board is open, and forced when it is full.
    const int filled = kCells - std::min(kCells, root.empty.count());
    max_depth_ = std::min(kDeepest - 1, 6 + static_cast<unsigned>(filled) * 30 / kCells);
  }

  void run() {
    while (!budget_.exhausted() && !decided()) {
      if (!visit()) return;
      budget_.count_node();
    }
  }
  [[nodiscard]] unsigned depth() const { return depth_; }

 private:
  static constexpr int kCells = 100;

  struct PathEntry {
    std::uint32_t at;
    bool my_turn;
  };

  // Nothing is left to find out: a single move, or a proven result after enough visits.
  [[nodiscard]] bool decided() const {
    const Node& root = tree_[Tree::kRoot];
    return root.children == 1 || (root.visits > 50 && (root.best <= 0.0F || root.best >= 1.0F));
  }

  // From the root to a leaf and back. False if there was no more time or room to make the leaf grow.
  bool visit() {
    Board board = root_;
    unsigned length = 0;
    std::uint32_t at = Tree::kRoot;
    path_[length++] = {at, true};
    while (tree_[at].children > 0) {
      at = select(tree_[at], board.to_move() == me_);
      board.play(layout_, tree_[at].move);
      path_[length++] = {at, board.to_move() == me_};
    }
    depth_ = std::max(depth_, length - 1);
    if (board.over()) {
      tree_[at].final = true;
      tree_[at].best = *board.turn.outcome().winner == me_ ? 1.0F : 0.0F;
    } else if (length <= max_depth_ && !expand(board, at, length == 1 ? kRootWidth : kInnerWidth)) {
      return false;
    }
    backpropagate(length);
    return true;
  }

  // UCB1 over the first children only (progressive widening): their number grows with the root of the visits.
  std::uint32_t select(const Node& node, bool my_turn) {
    const float visits = static_cast<float>(node.visits);
    const auto in_play =
        std::min<std::size_t>(node.children, 3 + static_cast<std::size_t>(1.5F * std::sqrt(visits)));
    const float log = std::log(visits + 2);
    std::uint32_t best = node.first_child;
    float most = -1;
    for (std::uint32_t k = 0; k < in_play; ++k) {
      const Node& child = tree_[node.first_child + k];
      const float worth = my_turn ? child.value() : 1 - child.value();
      const float value = worth + kExploration * std::sqrt(log / static_cast<float>(child.visits + 1));
      if (value > most) most = value, best = node.first_child + k;
    }
    return best;
  }

  // Noise goes to the root's children only: deeper it would just blur the evaluation.
  bool expand(const Board& board, std::uint32_t at, Candidates::Width width) {
    candidates_.find(board, me_, width, budget_, list_);
    if (list_.empty() || !tree_.has_room(list_.size())) return false;
    if (budget_.exhausted() && at != Tree::kRoot) return false;  // it may have missed the best
    const std::span<Node> children = tree_.add_children(at, list_.size());
    for (std::size_t k = 0; k < children.size(); ++k) {
      children[k].move = list_[k].move;
      const Score extra = at == Tree::kRoot ? noise_.of(list_[k].move, kNoise) : 0;
      children[k].best = win_probability(list_[k].score + extra);
    }
    return true;
  }

  // Tells all nodes that were passed what was found.
  void backpropagate(unsigned length) {
    float value = 0;
    for (unsigned k = length; k-- > 0;) {
      Node& node = tree_[path_[k].at];
      if (node.children > 0) node.best = best_of(node, path_[k].my_turn);
      if (k == length - 1) value = node.best;
      ++node.visits;
      node.sum += value;
    }
  }
  // Minimax over the children: max for the searching seat, min for all others.
  float best_of(const Node& node, bool my_turn) {
    float best = my_turn ? 0.0F : 1.0F;
    for (const Node& child : tree_.children(node))
      best = my_turn ? std::max(best, child.best) : std::min(best, child.best);
    return best;
  }

  const BitboardLayout& layout_;
  const Board& root_;
  Seat me_;
  Tree& tree_;
  MoveNoise noise_;
  SearchBudget& budget_;
  unsigned max_depth_ = 0;
  unsigned depth_ = 0;
  Candidates candidates_;
  std::vector<Candidate> list_;
  std::array<PathEntry, kDeepest + 1> path_{};
};

// What is won comes first, what is lost last; of the others the most visited.
std::uint32_t best_child(Tree& tree) {
  const auto rank = [](const Node& node) {
    const int decided = node.best >= 1.0F ? 1 : node.best <= 0.0F ? -1 : 0;
    return std::tuple{decided, node.visits, node.value()};
  };
  const auto children = tree.children(tree[Tree::kRoot]);
  const auto best = std::max_element(children.begin(), children.end(),
                                     [&](const Node& a, const Node& b) { return rank(a) < rank(b); });
  return tree[Tree::kRoot].first_child + static_cast<std::uint32_t>(best - children.begin());
}

// The node below `from`, which stands for `game`, whose position has that hash; Tree::kRoot if there is none.
std::uint32_t find_position(Tree& tree, const BitboardLayout& layout, Amazons& game, std::uint32_t from,
                            std::uint64_t hash, unsigned plies) {
  if (game.hash() == hash) return from;
  if (plies == 0 || game.outcome().over) return Tree::kRoot;
  const Node node = tree[from];
  for (std::uint32_t k = 0; k < node.children; ++k) {
    const std::uint32_t child = node.first_child + k;
    if (plies > 1 && tree[child].visits == 0) continue;
    const Amazons::Undo undo = game.apply(move_of(layout, tree[child].move));
    const std::uint32_t found = find_position(tree, layout, game, child, hash, plies - 1);
    game.undo(undo);
    if (found != Tree::kRoot) return found;
  }
  return Tree::kRoot;
}

}  // namespace

void MctsEngine::start(std::uint64_t seed) {
  Engine::start(seed);
  tree_.clear();
  after_.reset();
}

// Keeps what the tree knows of this position, if it knows it.
void MctsEngine::reuse_tree(const Amazons& game, const BitboardLayout& layout) {
  std::uint32_t root = Tree::kRoot;
  if (after_ && after_->graph().digest() == game.graph().digest())
    root = find_position(tree_, layout, *after_, node_, game.hash(), game.turn().seats() - 1);
  if (root == Tree::kRoot)
    tree_.clear();
  else
    tree_.move_root(root);
}

SearchResult MctsEngine::think(const Amazons& game, SearchBudget& budget) {
  const auto layout = BitboardLayout::of(game);
  if (!layout) return {strongest_move(game, random_), {}};
  return with_bitboard(*layout, game, [&](const auto& board) -> SearchResult {
    using Board = std::decay_t<decltype(board)>;
    if (only_filling_left(board)) return {move_of(*layout, RegionFiller<Board>(board).find()), {}};
    reuse_tree(game, *layout);
    Mcts<Board> mcts(*layout, board, tree_, MoveNoise(random_()), budget);
    mcts.run();
    after_.reset();
    if (tree_[Tree::kRoot].children == 0) return {strongest_move(game, random_), {}};
    node_ = best_child(tree_);
    const Amazons::Move move = move_of(*layout, tree_[node_].move);
    after_ = game;
    after_->apply(move);
    const std::string text = std::to_string(tree_[Tree::kRoot].visits) + " visits, " +
                             std::to_string(budget.nodes()) + " evaluations";
    return {move, {score_of(tree_[node_].value()) / 100.0, mcts.depth(), text}};
  });
}

}  // namespace quiver::bots::amazons
