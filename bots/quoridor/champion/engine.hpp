// The champion's engine: what it keeps of a match, and a search with any number of threads.
//
// The board's size selects the width of its bitsets. With one thread, a number of nodes and no clock it is
// reproducible, given the same searches before in the match.
#pragma once

#include <memory>
#include <vector>

#include "bots/champion_options.hpp"
#include "bots/quoridor/champion/alphabeta.hpp"

namespace quiver::bots::quoridor::champion {

class Engine {
 public:
  explicit Engine(const ChampionOptions& options, const Weights& weights = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // Forgets the match before. A move of the next one will take about `move` if nothing else ends it: a table
  // that cannot be filled by then is not made.
  void start(base::Duration move);
  // The move for the seat to move; the game is not over. Blocks until the search is done.
  SearchResult search(const Quoridor& game, const SearchLimits& limits, base::Random& random);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace quiver::bots::quoridor::champion
