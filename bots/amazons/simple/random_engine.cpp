#include "bots/amazons/simple/random_engine.hpp"

#include "bots/amazons/simple/random_moves.hpp"

namespace quiver::bots::amazons {

SearchResult RandomEngine::think(const Amazons& game, SearchBudget& /*budget*/) {
  const Vertex from = random_element(movable_queens(game), random_);
  const Vertex to = random_cell(game, from, from, random_);
  return {{from, to, random_cell(game, to, from, random_)}, {}};
}

}  // namespace quiver::bots::amazons
