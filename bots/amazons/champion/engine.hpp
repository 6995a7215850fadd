// The champion's engine for one match on a board that fits into bitsets: searches, fills regions, keeps its
// tree.
//
// One thread calls it. It starts the other search threads while it thinks, and one between its turns if it
// ponders. All randomness comes from the seed. Without a clock and with one thread it finds the same move on
// every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "bots/amazons/champion/evaluation.hpp"
#include "bots/amazons/champion/mcts_options.hpp"
#include "bots/amazons/engine.hpp"
#include "bots/champion_options.hpp"

namespace quiver::bots::amazons::champion {

struct EngineOptions {
  ChampionOptions common;
  bool ponder = false;
  MctsOptions mcts;
  std::optional<Weights> weights;  // instead of the tuned ones
  bool network = false;            // evaluate with a network where there is one for the board
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
  virtual SearchResult think(const Amazons& game, const SearchLimits& limits) = 0;
  // How many moves still need a search, this one included.
  [[nodiscard]] virtual unsigned moves_left(const Amazons& game) const = 0;
};

}  // namespace quiver::bots::amazons::champion
