// The champion without its connection: what it remembers of a match, and a search in any number of threads.
//
// The board's size chooses how wide its sets of cells are. With one thread, a number of nodes and no clock it
// finds the same everywhere, if it has been asked the same before in this match.
#pragma once

#include <memory>
#include <vector>

#include "bots/champion_options.hpp"
#include "bots/quoridor/champion/search.hpp"

namespace quiver::bots::quoridor::champion {

class Thinker {
 public:
  explicit Thinker(const ChampionOptions& options, const Weights& weights = {});
  ~Thinker();
  Thinker(Thinker&&) noexcept;
  Thinker& operator=(Thinker&&) noexcept;

  // Forgets the match before. A move of the next one will take about `move` if nothing else ends it: a table
  // that cannot be filled by then is not made.
  void start(base::Duration move);
  // The move for the seat to move; the game is not over. Blocks until the search is done.
  Finding search(const Quoridor& game, const SearchLimits& limits, base::Random& random);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace quiver::bots::quoridor::champion
