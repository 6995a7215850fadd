#include "bots/hex/mcts.hpp"

#include <algorithm>
#include <cmath>

namespace quiver::bots::hex {

namespace {

// The value of a move of which nothing is known: worth a try unless another one has proved good.
constexpr float kUnknown = 0.6F;

// The move that wins at once, if there is one. The search would find it, but not care when it is played.
std::optional<Hex::Move> winning_move(Hex game) {
  std::optional<Hex::Move> winning;
  game.for_each_child([&](const Hex::Move& move) {
    if (game.outcome().over) winning = move;
  });
  return winning;
}

}  // namespace

void Mcts::start() {
  tree_.clear();
  after_.reset();
}

// Keeps what the tree knows of this position, if the opponent's move led to one of its nodes.
void Mcts::reuse_tree(const Hex& game) {
  std::uint32_t root = Tree::kRoot;
  if (after_ && after_->ply() + 1 == game.ply()) {
    const MctsNode& node = tree_[after_node_];
    for (std::uint32_t at = node.first_child; at < node.first_child + node.children; ++at) {
      const Hex::Undo undo = after_->apply({Board::vertex(tree_[at].cell, game.side()), false});
      if (*after_ == game) root = at;
      after_->undo(undo);
    }
  }
  after_.reset();
  if (root == Tree::kRoot)
    tree_.clear();
  else
    tree_.move_root(root);
}

// At least one simulation runs, whatever the limits: the root then has a move to play.
MctsResult Mcts::search(const Hex& game, const SearchLimits& limits, base::Random& random) {
  if (const auto move = winning_move(game)) {
    after_.reset();
    return {*move, 1.0F, 1, 0, 0};
  }
  reuse_tree(game);
  SearchBudget budget(limits);
  Playout playout(Board(game), game.to_move());
  if (tree_[Tree::kRoot].children == 0) expand(Tree::kRoot, playout);
  depth_ = 0;
  do simulate(playout, random);
  while (budget.count_node());
  MctsResult found = conclude(game);
  found.playouts = budget.nodes();
  return found;
}

void Mcts::simulate(Playout& playout, base::Random& random) {
  playout.restart();
  const Seat first = playout.to_move();
  descend(playout);
  const Seat winner = playout.fill(random);
  backpropagate(playout.board(), winner, first);
}

// A leaf is expanded only after expand_visits visits, which keeps the tree small.
void Mcts::descend(Playout& playout) {
  std::uint32_t at = Tree::kRoot;
  path_.assign(1, at);
  while (tree_[at].children > 0 || (tree_[at].visits >= options_.expand_visits && expand(at, playout))) {
    at = select(tree_[at]);
    tree_.prefetch_children(tree_[at]);
    playout.play(tree_[at].cell);
    path_.push_back(at);
  }
  depth_ = std::max(depth_, static_cast<unsigned>(path_.size() - 1));
}

// UCT with RAVE: the mean is mixed with the all-moves-as-first value, which fades as visits grow.
std::uint32_t Mcts::select(const MctsNode& node) const {
  const float explore = options_.exploration * std::sqrt(std::log(static_cast<float>(node.visits) + 1));
  std::uint32_t best = node.first_child;
  float most = -1;
  for (std::uint32_t at = node.first_child; at < node.first_child + node.children; ++at) {
    const MctsNode& child = tree_[at];
    float worth = options_.uses_amaf() ? mixed_value(child) : child.mean();
    if (explore > 0) worth += explore / std::sqrt(static_cast<float>(child.visits) + 1);
    if (worth > most) most = worth, best = at;
  }
  return best;
}

// (1 - s) wins / visits + s amaf_wins / amaf_visits with s = amaf_visits / sum and sum the divisor below:
// one division instead of three, in the loop that takes most of the time.
float Mcts::mixed_value(const MctsNode& child) const {
  const auto visits = static_cast<float>(child.visits), amaf_visits = static_cast<float>(child.amaf_visits);
  const float weight = 1 + options_.amaf_bias * amaf_visits;
  const float sum = visits * weight + amaf_visits;
  return sum > 0 ? (child.wins * weight + child.amaf_wins) / sum : kUnknown;
}

bool Mcts::expand(std::uint32_t at, const Playout& playout) {
  const auto cells = playout.empty_cells();
  if (cells.empty() || !tree_.has_room(cells.size())) return false;
  const std::span<MctsNode> children = tree_.add_children(at, cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k) children[k].cell = cells[k];
  return true;
}

void Mcts::backpropagate(const Board& filled, Seat winner, Seat first) {
  Seat mover = opponent_of(first);  // who moved to the node
  for (const std::uint32_t at : path_) {
    MctsNode& node = tree_[at];
    ++node.visits;
    if (winner == mover) ++node.wins;
    mover = opponent_of(mover);
    if (options_.uses_amaf()) update_amaf(node, filled, mover, winner == mover);
  }
}

// Counts the result for every child whose cell is the mover's now that the board is full.
void Mcts::update_amaf(const MctsNode& node, const Board& filled, Seat mover, bool won) {
  const Owner own = owner_of(mover);
  for (MctsNode& child : tree_.children(node)) {
    if (filled.at(child.cell) != own) continue;
    ++child.amaf_visits;
    if (won) ++child.amaf_wins;
  }
}

MctsResult Mcts::conclude(const Hex& game) {
  const MctsNode& root = tree_[Tree::kRoot];
  const auto children = tree_.children(root);
  const auto best = std::max_element(children.begin(), children.end(),
                                     [](const auto& a, const auto& b) { return a.visits < b.visits; });
  after_node_ = root.first_child + static_cast<std::uint32_t>(best - children.begin());
  const Hex::Move move{Board::vertex(best->cell, game.side()), false};
  // In the mirror image the opponent would have what the search found: less than half is worth more there.
  if (game.can_swap() && best->mean() < 0.5F)
    return {games::kHexSwap, 1 - best->mean(), depth_, 0, root.visits};
  after_ = game;
  after_->apply(move);
  return {move, best->mean(), depth_, 0, root.visits};
}

}  // namespace quiver::bots::hex
