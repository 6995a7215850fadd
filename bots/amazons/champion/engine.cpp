#include "bots/amazons/champion/engine.hpp"

#include <atomic>
#include <optional>
#include <thread>

#include "bots/amazons/champion/mcts.hpp"

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
class BitboardEngine final : public Engine {
 public:
  BitboardEngine(const Amazons& game, const EngineOptions& options)
      : options_(options),
        layout_(game),
        weights_(weights_for(Bitboard<Words>(layout_, game))),
        evaluator_(layout_, Kernel<Words>::this_machine(), weights_,
                   options.network ? Network::built_in(game) : nullptr),
        endgame_(layout_, Kernel<Words>::this_machine(), endgame_bytes(options)),
        tree_(tree_capacity(options.common.hash_bytes - endgame_bytes(options))) {}
  ~BitboardEngine() override { stop_pondering(); }

  void start(std::uint64_t seed) override {
    stop_pondering();
    random_ = Random(seed);
    tree_.clear();
    endgame_.clear();
    after_.reset();
  }
  SearchResult think(const Amazons& game, const SearchLimits& limits) override;
  [[nodiscard]] unsigned moves_left(const Amazons& game) const override;

 private:
  // A small share of the memory, so that it is cleared quickly.
  static std::size_t endgame_bytes(const EngineOptions& options) {
    return std::min<std::size_t>(options.common.hash_bytes / 32, std::size_t{2} << 20);
  }
  // Moves that only fill are found in a few milliseconds, whatever the clock.
  static constexpr unsigned kFillingWork = 24'000 / Words;

  void reuse_tree(const Bitboard<Words>& board);
  [[nodiscard]] std::uint32_t find(const Bitboard<Words>& board, std::uint32_t from, std::uint64_t hash,
                                   unsigned plies) const;
  void run_search(Mcts<Words>& mcts, const SearchLimits& limits);
  void complete(const Bitboard<Words>& board, RootMove& best) const;
  SearchResult filling_result(const Bitboard<Words>& board,
                              const typename EndgameSolver<Words>::FillingMove& filling) const;
  void start_pondering();
  void stop_pondering();

  // Those of the board, or what is to be measured against them.
  [[nodiscard]] Weights weights_for(const Bitboard<Words>& start) const {
    Weights weights = tuned_weights(layout_.playable().count(), start.count_queens());
    if (options_.weights) weights.at = options_.weights->at;
    return weights;
  }

  EngineOptions options_;
  BitboardLayout<Words> layout_;
  Weights weights_;
  ChildEvaluator<Words> evaluator_;
  EndgameSolver<Words> endgame_;
  Tree tree_;
  Random random_{0};
  // The position after the move that was chosen last, and its node.
  std::optional<Bitboard<Words>> after_;
  std::uint32_t after_node_ = Tree::kRoot;
  Seat me_;
  std::atomic<bool> stop_ = false;
  std::thread pondering_;
};

// Keeps the part of the tree below this position, if it is there.
template <unsigned Words>
void BitboardEngine<Words>::reuse_tree(const Bitboard<Words>& board) {
  std::uint32_t root = Tree::kRoot;
  if (after_ && !after_->over() && me_ == board.to_move())
    root = find(*after_, after_node_, board.hash(), board.turn.seats() - 1);
  if (root == Tree::kRoot)
    tree_.clear();
  else
    tree_.move_root(root);
  after_.reset();
}

// The node below `from`, which stands for `board`, whose position has that hash; kRoot if there is none.
template <unsigned Words>
std::uint32_t BitboardEngine<Words>::find(const Bitboard<Words>& board, std::uint32_t from,
                                          std::uint64_t hash, unsigned plies) const {
  const Node& node = tree_[from];
  for (std::uint32_t q = node.first_child; q < node.first_child + node.children; ++q) {
    const Node& queen = tree_[q];
    if (queen.children == 0) continue;
    Bitboard<Words> moved = board;
    moved.move_queen(layout_, queen.from, queen.to);
    for (std::uint32_t a = queen.first_child; a < queen.first_child + queen.children; ++a) {
      Bitboard<Words> after = moved;
      after.shoot(layout_, tree_[a].to);
      if (after.hash() == hash) return a;
      if (plies <= 1 || after.over() || tree_[a].children == 0) continue;
      const std::uint32_t found = find(after, a, hash, plies - 1);
      if (found != Tree::kRoot) return found;
    }
  }
  return Tree::kRoot;
}

// This thread watches the limits; the others visit until they are stopped.
template <unsigned Words>
void BitboardEngine<Words>::run_search(Mcts<Words>& mcts, const SearchLimits& limits) {
  stop_ = false;
  std::vector<std::thread> others;
  for (unsigned k = 1; k < options_.common.threads; ++k)
    others.emplace_back([&] {
      while (!stop_.load(std::memory_order_relaxed)) mcts.visit();
    });
  // Two visits make a whole move.
  while (mcts.visits() < 2 || (mcts.evaluated() < limits.nodes && !mcts.decided())) {
    mcts.visit();
    if (limits.time != nullptr && limits.time->over(std::chrono::steady_clock::now()) && mcts.visits() >= 2)
      break;
  }
  stop_ = true;
  for (std::thread& other : others) other.join();
}

// A queen move that was never expanded gets the arrow with the best evaluation.
template <unsigned Words>
void BitboardEngine<Words>::complete(const Bitboard<Words>& board, RootMove& best) const {
  if (best.node != Tree::kRoot) return;
  Bitboard<Words> moved = board;
  moved.move_queen(layout_, best.move.from, best.move.to);
  std::vector<Node> arrows;
  evaluator_.evaluate_arrows(moved, best.move.to, board.to_move(), arrows);
  const auto best_arrow = std::max_element(arrows.begin(), arrows.end(),
                                           [](const Node& a, const Node& b) { return a.best < b.best; });
  best.move.arrow = best_arrow->to;
}

template <unsigned Words>
SearchResult BitboardEngine<Words>::filling_result(
    const Bitboard<Words>& board, const typename EndgameSolver<Words>::FillingMove& filling) const {
  SearchResult found{layout_.move(filling.move), {}};
  if (filling.winner) found.info.score = *filling.winner == board.to_move() ? 1 : 0;
  found.info.text = std::to_string(filling.moves.lower) + " moves to fill";
  if (!filling.moves.exact()) found.info.text += ", perhaps " + std::to_string(filling.moves.upper);
  return found;
}

// The tree below the chosen move is kept for the next turn, with or without pondering.
template <unsigned Words>
SearchResult BitboardEngine<Words>::think(const Amazons& game, const SearchLimits& limits) {
  stop_pondering();
  const Bitboard<Words> board(layout_, game);
  if (const auto filling = endgame_.filling_move(board, kFillingWork)) return filling_result(board, *filling);
  reuse_tree(board);
  me_ = board.to_move();
  Mcts<Words> mcts(layout_, evaluator_, endgame_, board, me_, tree_, options_.mcts, Random(random_()));
  run_search(mcts, limits);
  RootMove best = best_root_move(tree_, true);
  complete(board, best);
  SearchResult found{layout_.move(best.move), {}};
  found.info.score = best.value;
  found.info.depth = mcts.depth();
  found.info.text = std::to_string(mcts.evaluated()) + " positions";
  if (best.node != Tree::kRoot) {
    after_ = board;
    after_->play(layout_, best.move);
    after_node_ = best.node;  // what is not below it is forgotten later: the answer is due now
    if (options_.ponder) start_pondering();
  }
  return found;
}

// The tree belongs to the pondering thread until stop_pondering() has joined it.
template <unsigned Words>
void BitboardEngine<Words>::start_pondering() {
  if (after_->over()) return;
  tree_.move_root(after_node_);
  after_node_ = Tree::kRoot;
  stop_ = false;
  pondering_ = std::thread([this, random = Random(random_())] {
    Mcts<Words> mcts(layout_, evaluator_, endgame_, *after_, me_, tree_, options_.mcts, random);
    while (!stop_.load(std::memory_order_relaxed) && !mcts.decided()) mcts.visit();
  });
}

template <unsigned Words>
void BitboardEngine<Words>::stop_pondering() {
  stop_ = true;
  if (pondering_.joinable()) pondering_.join();
}

// Each move fills a cell; cells that nobody else can reach are filled without a search.
template <unsigned Words>
unsigned BitboardEngine<Words>::moves_left(const Amazons& game) const {
  const Bitboard<Words> board(layout_, game);
  Features features;
  Kernel<Words>::this_machine().compute_features(layout_, board.empty, board.queens_of(board.to_move()),
                                                 board.opponent_queens(board.to_move()), features);
  const unsigned left = static_cast<unsigned>(features.shared) / board.turn.standing();
  return std::max(left / 2, 3U);
}

}  // namespace

std::unique_ptr<Engine> Engine::for_board(const Amazons& game, const EngineOptions& options) {
  switch (words_for(game)) {
    case 2:
      return std::make_unique<BitboardEngine<2>>(game, options);
    case 4:
      return std::make_unique<BitboardEngine<4>>(game, options);
    default:
      return nullptr;
  }
}

}  // namespace quiver::bots::amazons::champion
