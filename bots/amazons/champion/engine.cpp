#include "bots/amazons/champion/engine.hpp"

#include <atomic>
#include <optional>
#include <thread>

#include "bots/amazons/champion/alphabeta.hpp"
#include "bots/amazons/champion/growth.hpp"

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
class BitEngine final : public Engine {
 public:
  BitEngine(const Amazons& game, const EngineOptions& options)
      : options_(options),
        ground_(game),
        weights_(weights_for(BoardType(ground_, game))),
        judge_(ground_, Kernel<Words>::this_machine(), weights_,
               options.network ? Network::built_in(game) : nullptr),
        settling_(ground_, Kernel<Words>::this_machine(), settling_bytes(options)),
        tree_(tree_bytes(options)),
        table_(options.common.hash_bytes - settling_bytes(options) - tree_bytes(options)),
        alphabeta_(ground_, judge_, settling_, table_, options.alphabeta) {}
  ~BitEngine() override { stop_pondering(); }

  void start(std::uint64_t seed) override {
    stop_pondering();
    random_ = Random(seed);
    tree_.clear();
    settling_.clear();
    if (options_.search == SearchKind::kAlphaBeta) table_.clear();
    after_.reset();
  }
  Thought think(const Amazons& game, const EngineLimits& limits) override;
  [[nodiscard]] unsigned moves_left(const Amazons& game) const override;

 private:
  using BoardType = Board<Words>;

  // Of the memory for what is remembered; little, so that it is quickly cleared.
  static std::size_t settling_bytes(const EngineOptions& options) {
    return std::min<std::size_t>(options.common.hash_bytes / 32, std::size_t{2} << 20);
  }
  static std::size_t tree_bytes(const EngineOptions& options) {
    if (options.search == SearchKind::kAlphaBeta) return 0;
    return options.common.hash_bytes - settling_bytes(options);
  }
  // Moves that only fill are found in a few milliseconds, whatever the clock.
  static constexpr unsigned kFillingWork = 24'000 / Words;

  void take_up(const BoardType& board);
  [[nodiscard]] std::uint32_t find(const BoardType& board, std::uint32_t from, std::uint64_t hash,
                                   unsigned plies) const;
  [[nodiscard]] std::uint32_t find_whole(const BoardType& board, std::uint32_t from, std::uint64_t hash,
                                         unsigned plies) const;
  void grow(Growth<Words>& growth, const EngineLimits& limits);
  Thought by_alphabeta(const BoardType& board, const EngineLimits& limits);
  void complete(const BoardType& board, Line& line) const;
  Thought filled(const BoardType& board, const typename Settling<Words>::Filler& filler) const;
  void start_pondering();
  void stop_pondering();

  // Those of the board, or what is to be measured against them.
  [[nodiscard]] Weights weights_for(const BoardType& start) const {
    Weights weights = tuned_weights(ground_.playable().count(), start.count_queens());
    if (options_.weights) weights.at = options_.weights->at;
    return weights;
  }

  EngineOptions options_;
  Ground<Words> ground_;
  Weights weights_;
  Judge<Words> judge_;
  Settling<Words> settling_;
  Tree tree_;
  Transpositions table_;
  AlphaBeta<Words> alphabeta_;
  Random random_{0};
  // The position after the move that was chosen last, and its node.
  std::optional<BoardType> after_;
  std::uint32_t after_node_ = Tree::kRoot;
  Seat me_;
  std::atomic<bool> stop_ = false;
  std::thread pondering_;
};

// Keeps what the tree knows of this position, if it knows it.
template <unsigned Words>
void BitEngine<Words>::take_up(const BoardType& board) {
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
std::uint32_t BitEngine<Words>::find(const BoardType& board, std::uint32_t from, std::uint64_t hash,
                                     unsigned plies) const {
  const Node& node = tree_[from];
  if (options_.rules.whole_moves) return find_whole(board, from, hash, plies);
  for (std::uint32_t q = node.first_child; q < node.first_child + node.children; ++q) {
    const Node& queen = tree_[q];
    if (queen.children == 0) continue;
    BoardType moved = board;
    moved.move_queen(ground_, queen.from, queen.to);
    for (std::uint32_t a = queen.first_child; a < queen.first_child + queen.children; ++a) {
      BoardType after = moved;
      after.shoot(ground_, tree_[a].to);
      if (after.hash() == hash) return a;
      if (plies <= 1 || after.over() || tree_[a].children == 0) continue;
      const std::uint32_t found = find(after, a, hash, plies - 1);
      if (found != Tree::kRoot) return found;
    }
  }
  return Tree::kRoot;
}

template <unsigned Words>
std::uint32_t BitEngine<Words>::find_whole(const BoardType& board, std::uint32_t from, std::uint64_t hash,
                                           unsigned plies) const {
  const Node& node = tree_[from];
  for (std::uint32_t at = node.first_child; at < node.first_child + node.children; ++at) {
    BoardType after = board;
    after.play(ground_, {tree_[at].from, tree_[at].to, tree_[at].arrow});
    if (after.hash() == hash) return at;
    if (plies <= 1 || after.over() || tree_[at].children == 0) continue;
    const std::uint32_t found = find_whole(after, at, hash, plies - 1);
    if (found != Tree::kRoot) return found;
  }
  return Tree::kRoot;
}

template <unsigned Words>
void BitEngine<Words>::grow(Growth<Words>& growth, const EngineLimits& limits) {
  stop_ = false;
  std::vector<std::thread> others;
  for (unsigned k = 1; k < options_.common.threads; ++k)
    others.emplace_back([&] {
      while (!stop_.load(std::memory_order_relaxed)) growth.visit();
    });
  // Two visits make a whole move.
  while (growth.visits() < 2 || (growth.judged() < limits.nodes && !growth.settled())) {
    growth.visit();
    if (limits.time != nullptr && limits.time->over(std::chrono::steady_clock::now()) && growth.visits() >= 2)
      break;
  }
  stop_ = true;
  for (std::thread& other : others) other.join();
}

// A queen's move that was never followed gets the arrow that looks best.
template <unsigned Words>
void BitEngine<Words>::complete(const BoardType& board, Line& line) const {
  if (line.node != Tree::kRoot) return;
  BoardType moved = board;
  moved.move_queen(ground_, line.step.from, line.step.to);
  std::vector<Node> arrows;
  judge_.judge_arrows(moved, line.step.to, board.to_move(), arrows);
  const auto best = std::max_element(arrows.begin(), arrows.end(),
                                     [](const Node& a, const Node& b) { return a.best < b.best; });
  line.step.arrow = best->to;
}

template <unsigned Words>
Thought BitEngine<Words>::filled(const BoardType& board,
                                 const typename Settling<Words>::Filler& filler) const {
  Thought thought{ground_.move(filler.step), {}};
  if (filler.winner) thought.info.score = *filler.winner == board.to_move() ? 1 : 0;
  thought.info.text = std::to_string(filler.moves.lower) + " moves to fill";
  if (!filler.moves.exact()) thought.info.text += ", perhaps " + std::to_string(filler.moves.upper);
  return thought;
}

// More threads search the same position on their own: what they find is in the table.
template <unsigned Words>
Thought BitEngine<Words>::by_alphabeta(const BoardType& board, const EngineLimits& limits) {
  stop_ = false;
  table_.begin_search();
  std::vector<std::thread> others;
  for (unsigned k = 1; k < options_.common.threads; ++k)
    others.emplace_back([&] {
      const auto other =
          std::make_unique<AlphaBeta<Words>>(ground_, judge_, settling_, table_, options_.alphabeta);
      other->search(board, {}, stop_);
    });
  std::atomic<bool> never = false;
  const auto found = alphabeta_.search(board, limits, never);
  stop_ = true;
  for (std::thread& other : others) other.join();
  Thought thought{ground_.move(found.step), {}};
  thought.info.score = chance(static_cast<float>(found.value) / 100);
  thought.info.depth = found.depth / 2;
  thought.info.text = std::to_string(alphabeta_.judged()) + " positions";
  return thought;
}

template <unsigned Words>
Thought BitEngine<Words>::think(const Amazons& game, const EngineLimits& limits) {
  stop_pondering();
  const BoardType board(ground_, game);
  if (const auto filler = settling_.fill(board, kFillingWork)) return filled(board, *filler);
  if (options_.search == SearchKind::kAlphaBeta) return by_alphabeta(board, limits);
  take_up(board);
  me_ = board.to_move();
  Growth<Words> growth(ground_, judge_, settling_, board, me_, tree_, options_.rules, Random(random_()));
  grow(growth, limits);
  Line line = best_line(tree_, true, options_.rules.whole_moves);
  complete(board, line);
  Thought thought{ground_.move(line.step), {}};
  thought.info.score = line.worth;
  thought.info.depth = growth.depth();
  thought.info.text = std::to_string(growth.judged()) + " positions";
  if (line.node != Tree::kRoot) {
    after_ = board;
    after_->play(ground_, line.step);
    after_node_ = line.node;  // what is not below it is forgotten later: the answer is due now
    if (options_.ponder) start_pondering();
  }
  return thought;
}

template <unsigned Words>
void BitEngine<Words>::start_pondering() {
  if (after_->over()) return;
  tree_.move_root(after_node_);
  after_node_ = Tree::kRoot;
  stop_ = false;
  pondering_ = std::thread([this, chance = Random(random_())] {
    Growth<Words> growth(ground_, judge_, settling_, *after_, me_, tree_, options_.rules, chance);
    while (!stop_.load(std::memory_order_relaxed) && !growth.settled()) growth.visit();
  });
}

template <unsigned Words>
void BitEngine<Words>::stop_pondering() {
  stop_ = true;
  if (pondering_.joinable()) pondering_.join();
}

// Each move fills a cell; what nobody else can reach is filled without a thought.
template <unsigned Words>
unsigned BitEngine<Words>::moves_left(const Amazons& game) const {
  const BoardType board(ground_, game);
  View view;
  Kernel<Words>::this_machine().look(ground_, board.empty, board.queens_of(board.to_move()),
                                     board.against(board.to_move()), view);
  const unsigned left = static_cast<unsigned>(view.shared) / board.turn.standing();
  return std::max(left / 2, 3U);
}

}  // namespace

std::unique_ptr<Engine> Engine::for_board(const Amazons& game, const EngineOptions& options) {
  switch (words_for(game)) {
    case 2:
      return std::make_unique<BitEngine<2>>(game, options);
    case 4:
      return std::make_unique<BitEngine<4>>(game, options);
    default:
      return nullptr;
  }
}

}  // namespace quiver::bots::amazons::champion
