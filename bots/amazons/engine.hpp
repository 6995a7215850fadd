// What the Amazons bots share: an Engine finds a move, an EngineBot connects it to the SDK.
//
// An Engine plays one match, move after move, on one thread; all its randomness comes from the seed it was
// given at the start. A SearchBudget limits each move, by the clock or by a number of evaluations; by
// evaluations a search is reproducible. On boards that are too large for an engine, the EngineBot shows it a
// window (board/window.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "bots/amazons/board/window.hpp"
#include "bots/game_bot.hpp"
#include "bots/search/search_budget.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::amazons {

using base::Random;
using base::Seat;
using base::Vertex;
using games::Amazons;

// Evaluations cost much more than nodes of other searches, and the first few hundred are always allowed: a
// move that was not evaluated at all costs more than they do.
inline SearchBudget evaluation_budget(const SearchLimits& limits) {
  return SearchBudget(limits, {.interval = 64, .min_nodes = 512});
}

struct SearchResult {
  Amazons::Move move;
  bot::Info info;
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  // True if even the largest boards cost it little; it is never shown a window then.
  [[nodiscard]] virtual bool handles_any_size() const { return false; }
  virtual void start(std::uint64_t seed) { random_ = Random(seed); }
  // The game is not over.
  virtual SearchResult think(const Amazons& game, SearchBudget& budget) = 0;

 protected:
  Random random_{0};
};

// Plays on boards of any size, within the match's clock.
class EngineBot : public GameBot<Amazons> {
 public:
  // `evaluations` per move instead of the clock, if given.
  explicit EngineBot(std::unique_ptr<Engine> engine, std::optional<std::uint64_t> evaluations = {})
      : engine_(std::move(engine)), evaluations_(evaluations) {}

  void start(const bot::MatchInfo& match) override;

  // The same without a match.
  void start(const Amazons& game, std::uint64_t seed);
  SearchResult search(const Amazons& game, SearchBudget& budget);

 private:
  bot::Choice think(const Amazons& game, bot::Deadline deadline) override;
  [[nodiscard]] unsigned moves_left(const Amazons& game) const;

  std::unique_ptr<Engine> engine_;
  std::optional<std::uint64_t> evaluations_;
  TimeManager time_;
  Random random_{0};
  bool is_grid_ = false;     // the board is drawn on a grid: an engine can play in a window of it
  std::uint32_t cells_ = 0;  // without holes
};

// The rest of a bot's main: `--nodes N` on the command line limits the evaluations of each move.
int run(int argc, char** argv, std::unique_ptr<Engine> engine);

}  // namespace quiver::bots::amazons
