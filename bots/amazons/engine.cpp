#include "bots/amazons/engine.hpp"

#include <chrono>
#include <utility>

#include "bots/amazons/board/bitboard.hpp"
#include "bots/amazons/simple/random_moves.hpp"
#include "bots/arguments.hpp"
#include "client_sdk/bot/run_bot.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::bots::amazons {

void EngineBot::start(const bot::MatchInfo& match) {
  time_ = TimeManager(match.time);
  start(game_in(match.start), match.seed);
}

void EngineBot::start(const Amazons& game, std::uint64_t seed) {
  random_ = Random(base::mix64(seed));  // other numbers than the engine's
  engine_->start(seed);
  is_grid_ = graph::lies_on_grid(game.graph(), game.grid().rows, game.grid().columns);
  cells_ = 0;
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    cells_ += game.graph().isolated(Vertex{v}) ? 0U : 1U;
}

bot::Choice EngineBot::think(const Amazons& game, bot::Deadline deadline) {
  time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
  const SearchLimits limits =
      evaluations_ ? SearchLimits{.nodes = *evaluations_} : SearchLimits{.time = &time_};
  SearchBudget budget = evaluation_budget(limits);
  SearchResult found = search(game, budget);
  time_.end(std::chrono::steady_clock::now());
  return {found.move, std::move(found.info)};
}

// Boards too large for bitsets are searched in a window around the fight; far from any fight, a queen
// approaches.
SearchResult EngineBot::search(const Amazons& game, SearchBudget& budget) {
  if (!is_grid_ || engine_->handles_any_size() || BitboardLayout::fits(game.grid()))
    return engine_->think(game, budget);
  const auto window = busiest_window(game, random_);
  if (!window) return {approach(game, random_), {}};
  SearchResult found = engine_->think(window->inside(), budget);
  found.move = window->outside(found.move);
  return found;
}

// Each move fills a cell. The game is decided before the last third of the cells is filled, and the rest is
// played without searching.
unsigned EngineBot::moves_left(const Amazons& game) const {
  const std::uint32_t filled = std::min(game.ply(), cells_);
  const std::uint32_t left = (cells_ - filled) / game.turn().standing();
  return std::max(left * 2 / 3, 3U);
}

int run(int argc, char** argv, std::unique_ptr<Engine> engine) {
  const auto nodes = number_argument(argc, argv, "--nodes");
  if (!nodes) return refuse_arguments(argv[0], nodes.error());
  return run_bundled(argc, argv, EngineBot(std::move(engine), *nodes), {{"--nodes"}, {}});
}

}  // namespace quiver::bots::amazons
