#include "bots/quoridor/champion/engine.hpp"

#include <chrono>
#include <thread>

#include "bots/quoridor/champion/maxn.hpp"
#include "bots/quoridor/minimax.hpp"

namespace quiver::bots::quoridor::champion {

namespace {

using Hashes = std::vector<std::uint64_t>;

// A search for boards of one width of bits.
class BoardSearch {
 public:
  BoardSearch() = default;
  BoardSearch(const BoardSearch&) = delete;
  BoardSearch& operator=(const BoardSearch&) = delete;
  virtual ~BoardSearch() = default;
  // `played` are the hashes of the positions that the game has been through, for repetitions.
  virtual SearchResult search(const Quoridor& game, const SearchLimits& limits, const Hashes& played,
                              base::Random& random) = 0;
};

// Above it the table of a race takes too long for a move.
constexpr unsigned kMaxRaceCells = 169;

// A wall against one enemy helps the others too, so it is worth less than between two.
Weights among_many(Weights weights) {
  weights.wall = weights.wall_among_many;
  return weights;
}

template <unsigned kWords>
class BitboardSearch : public BoardSearch {
 public:
  BitboardSearch(const Quoridor& game, TranspositionTable& table, unsigned threads, const Weights& weights)
      : layout_(layout_of<kWords>(game)), maxn_(layout_, among_many(weights)) {
    for (unsigned k = 0; k < threads; ++k)
      searches_.push_back(std::make_unique<Alphabeta<kWords>>(layout_, table, weights));
  }

  SearchResult search(const Quoridor& game, const SearchLimits& limits, const Hashes& played,
                      base::Random& random) override {
    const Bitboard<kWords> root = bitboard_of(layout_, game);
    if (std::popcount(root.standing) > 2) return maxn_.deepen(root, limits);
    if (const auto result = race(root)) return *result;
    for (auto& search : searches_) search->set(root, played, random);
    std::atomic<bool> stop = false;
    std::vector<std::jthread> helpers;
    for (unsigned k = 1; k < searches_.size(); ++k)
      helpers.emplace_back([&, k] { searches_[k]->deepen(SearchLimits{}, stop, 1 + k % 2); });
    const SearchResult result = searches_[0]->deepen(limits, stop);
    stop = true;
    return result;
  }

 private:
  // The best move where two seats are left and neither has walls: from a table of all positions.
  std::optional<SearchResult> race(const Bitboard<kWords>& root) const {
    const auto rival = rival_in(root);
    if (!rival || root.walls[root.to_move] + root.walls[*rival] > 0 || layout_.cells > kMaxRaceCells)
      return std::nullopt;
    const RaceTable<kWords> table(layout_, root);
    std::optional<SearchResult> best;
    for_each_legal(layout_, root, [&](PackedMove move) {
      const Score score = race_score(table, root, move);
      if (!best || score > best->score) best = SearchResult{unpacked(move), score, 1, 1};
    });
    return best;
  }

  Score race_score(const RaceTable<kWords>& table, const Bitboard<kWords>& root, PackedMove move) const {
    Bitboard<kWords> after;
    const MoveResult result = make_move(layout_, root, move, after, PathUpdate::kLengthOnly);
    if (result == MoveResult::kWon) return won_in(1);
    if (result == MoveResult::kDrawn) return 0;
    const auto outcome = table.result(after);
    if (!outcome || after.ply + outcome->plies > layout_.max_plies) return 0;
    return outcome->won == (after.to_move == root.to_move) ? won_in(outcome->plies + 1)
                                                           : -won_in(outcome->plies + 1);
  }

  BitboardLayout<kWords> layout_;
  MaxN<kWords> maxn_;
  std::vector<std::unique_ptr<Alphabeta<kWords>>> searches_;
};

}  // namespace

struct Engine::State {
  State(const ChampionOptions& chosen, const Weights& chosen_weights)
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

  std::unique_ptr<BoardSearch> search_for(const Quoridor& game) {
    const std::uint32_t cells = game.graph().num_vertices();
    if (cells <= 128) return std::make_unique<BitboardSearch<2>>(game, table, options.threads, weights);
    if (cells <= 256) return std::make_unique<BitboardSearch<4>>(game, table, options.threads, weights);
    return std::make_unique<BitboardSearch<10>>(game, table, options.threads, weights);
  }

  ChampionOptions options;
  Weights weights;
  TranspositionTable table;
  std::unique_ptr<BoardSearch> search;  // none before the first move of a match
  Hashes played;
};

Engine::Engine(const ChampionOptions& options, const Weights& weights)
    : state_(std::make_unique<State>(options, weights)) {
  start(std::chrono::seconds(1));
}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::start(base::Duration move) {
  state_->table.clear(state_->table_bytes(move));
  state_->search.reset();
  state_->played.clear();
}

SearchResult Engine::search(const Quoridor& game, const SearchLimits& limits, base::Random& random) {
  if (!game.terrain().planar()) {  // nothing that rows of bits could stand for
    return Minimax().search(game, limits, random);
  }
  if (!state_->search) state_->search = state_->search_for(game);
  state_->table.new_search();
  const SearchResult result = state_->search->search(game, limits, state_->played, random);
  Quoridor after = game;
  state_->played.push_back(game.hash());
  after.apply(result.move);
  state_->played.push_back(after.hash());
  return result;
}

}  // namespace quiver::bots::quoridor::champion
