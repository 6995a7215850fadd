#include "bots/amazons/chance.hpp"

#include "bots/amazons/drawing.hpp"

namespace quiver::bots::amazons {

Thought Chance::think(const Amazons& game, Limit& /*limit*/) {
  const Vertex from = draw(movable_queens(game), random_);
  const Vertex to = draw_cell(game, from, from, random_);
  return {{from, to, draw_cell(game, to, from, random_)}, {}};
}

}  // namespace quiver::bots::amazons
