#include "bots/quoridor/champion/thinker.hpp"

#include <chrono>
#include <thread>

#include "bots/quoridor/champion/selfish.hpp"
#include "bots/quoridor/minimax.hpp"

namespace quiver::bots::quoridor::champion {

namespace {

using Hashes = std::vector<std::uint64_t>;

// A search for boards of one width of bits.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;
  virtual Finding search(const Quoridor& game, const SearchLimits& limits, const Hashes& played,
                         base::Random& random) = 0;
};

// Above it the table of a race takes too long for a move.
constexpr unsigned kMostRaceCells = 169;

// Whom a wall stops helps all others as well: it is worth less than between two.
Weights among_many(Weights weights) {
  weights.wall = weights.wall_among_many;
  return weights;
}

template <unsigned kWords>
class EngineOf : public Engine {
 public:
  EngineOf(const Quoridor& game, Table& table, unsigned threads, const Weights& weights)
      : ground_(ground_of<kWords>(game)), selfish_(ground_, among_many(weights)) {
    for (unsigned k = 0; k < threads; ++k)
      searches_.push_back(std::make_unique<Search<kWords>>(ground_, table, weights));
  }

  Finding search(const Quoridor& game, const SearchLimits& limits, const Hashes& played,
                 base::Random& random) override {
    const Node<kWords> root = node_of(ground_, game);
    if (std::popcount(root.standing) > 2) return selfish_.deepen(root, limits);
    if (const auto raced = race(root)) return *raced;
    for (auto& search : searches_) search->set(root, played, random);
    std::atomic<bool> halt = false;
    std::vector<std::jthread> helpers;
    for (unsigned k = 1; k < searches_.size(); ++k)
      helpers.emplace_back([&, k] { searches_[k]->deepen(SearchLimits{}, halt, 1 + k % 2); });
    const Finding finding = searches_[0]->deepen(limits, halt);
    halt = true;
    return finding;
  }

 private:
  // The best move where nobody has walls, and two seats are left: from a table of all there can be.
  std::optional<Finding> race(const Node<kWords>& root) const {
    const auto rival = rival_in(root);
    if (!rival || root.walls[root.to_move] + root.walls[*rival] > 0 || ground_.cells > kMostRaceCells)
      return std::nullopt;
    const RaceTable<kWords> table(ground_, root);
    std::optional<Finding> best;
    for_each_legal(ground_, root, [&](Code code) {
      const Score score = raced(table, root, code);
      if (!best || score > best->score) best = Finding{move_of(code), score, 1, 1};
    });
    return best;
  }

  Score raced(const RaceTable<kWords>& table, const Node<kWords>& root, Code code) const {
    Node<kWords> after;
    const Made made = make(ground_, root, code, after, Care::kGlance);
    if (made == Made::kWon) return won_in(1);
    if (made == Made::kDrawn) return 0;
    const auto result = table.result(after);
    if (!result || after.ply + result->plies > ground_.max_plies) return 0;
    return result->won == (after.to_move == root.to_move) ? won_in(result->plies + 1)
                                                          : -won_in(result->plies + 1);
  }

  Ground<kWords> ground_;
  SelfishSearch<kWords> selfish_;
  std::vector<std::unique_ptr<Search<kWords>>> searches_;
};

}  // namespace

struct Thinker::Memory {
  Memory(const ChampionOptions& chosen, const Weights& chosen_weights)
      : options(chosen), weights(chosen_weights), table(1) {}

  // What some moves can fill: 64 KB for a millisecond, or for a thousand nodes; they write a quarter of it.
  [[nodiscard]] std::size_t table_bytes(base::Duration move) const {
    constexpr std::size_t kShare = std::size_t{64} << 10;
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(move).count();
    const bool counted = options.nodes != SearchLimits{}.nodes;
    const std::size_t shares =
        counted ? options.nodes / 1000 : static_cast<std::size_t>(std::max<long>(millis, 0));
    const std::size_t wanted = std::clamp<std::size_t>(shares, 16, std::size_t{1} << 16) * kShare;
    return std::min(options.hash_bytes, wanted * options.threads);
  }

  std::unique_ptr<Engine> engine_for(const Quoridor& game) {
    const std::uint32_t cells = game.graph().num_vertices();
    if (cells <= 128) return std::make_unique<EngineOf<2>>(game, table, options.threads, weights);
    if (cells <= 256) return std::make_unique<EngineOf<4>>(game, table, options.threads, weights);
    return std::make_unique<EngineOf<10>>(game, table, options.threads, weights);
  }

  ChampionOptions options;
  Weights weights;
  Table table;
  std::unique_ptr<Engine> engine;  // none before the first move of a match
  Hashes played;
};

Thinker::Thinker(const ChampionOptions& options, const Weights& weights)
    : memory_(std::make_unique<Memory>(options, weights)) {
  start(std::chrono::seconds(1));
}
Thinker::~Thinker() = default;
Thinker::Thinker(Thinker&&) noexcept = default;
Thinker& Thinker::operator=(Thinker&&) noexcept = default;

void Thinker::start(base::Duration move) {
  memory_->table.clear(memory_->table_bytes(move));
  memory_->engine.reset();
  memory_->played.clear();
}

Finding Thinker::search(const Quoridor& game, const SearchLimits& limits, base::Random& random) {
  if (!game.terrain().planar()) {  // nothing that rows of bits could stand for
    const auto found = Minimax().search(game, limits, random);
    return {found.move, found.score, found.depth, found.nodes};
  }
  if (!memory_->engine) memory_->engine = memory_->engine_for(game);
  memory_->table.begin_search();
  const Finding finding = memory_->engine->search(game, limits, memory_->played, random);
  Quoridor after = game;
  memory_->played.push_back(game.hash());
  after.apply(finding.move);
  memory_->played.push_back(after.hash());
  return finding;
}

}  // namespace quiver::bots::quoridor::champion
