// The champion's mind for one match on a board that fits into bits: searches, fills, keeps its tree.
//
// One thread calls it; it starts as many more as it was told while it thinks, and one between its turns if it
// is to ponder. All chance comes from the seed. Without a clock and with one thread it finds the same move
// everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "bots/amazons/champion/alphabeta_rules.hpp"
#include "bots/amazons/champion/evaluation.hpp"
#include "bots/amazons/champion/growth_rules.hpp"
#include "bots/amazons/thinker.hpp"
#include "bots/champion_options.hpp"

namespace quiver::bots::amazons::champion {

// Which search: the tree's, alpha-beta, or whichever is better at what is on the board, which matches have
// shown to be the tree's at every phase of the game.
enum class SearchKind { kTree, kAlphaBeta, kAuto };

struct EngineOptions {
  ChampionOptions common;
  bool ponder = false;
  GrowthRules rules;
  std::optional<Weights> weights;  // instead of the tuned ones
  SearchKind search = SearchKind::kAuto;
  AlphaBetaRules alphabeta;
  bool network = false;  // judge with a network where there is one for the board
};

struct EngineLimits {
  std::uint64_t nodes = SearchLimits{}.nodes;  // positions judged
  ThinkingTime* time = nullptr;                // has begun; none: no clock
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  // None if the board does not fit into bits.
  static std::unique_ptr<Engine> for_board(const Amazons& game, const EngineOptions& options);

  // A new match on the same board.
  virtual void start(std::uint64_t seed) = 0;
  // The game is not over, and on the same board.
  virtual Thought think(const Amazons& game, const EngineLimits& limits) = 0;
  // How many moves are still worth a thought, this one included.
  [[nodiscard]] virtual unsigned moves_left(const Amazons& game) const = 0;
};

}  // namespace quiver::bots::amazons::champion
