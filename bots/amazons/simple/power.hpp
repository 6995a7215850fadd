// The power of a cell: how much blocking it takes away from the enemies.
//
// An empty cell on a ray of an enemy queen has the power of all cells of that ray from it outwards, which she
// no longer reaches once it is blocked; powers of several queens add up. A turn blocks two cells, the queen's
// target and the arrow's, and frees the one she leaves. The strongest move takes the most from the enemies
// and the least from its own side. One ply deep; it knows nothing beyond the first ray.
#pragma once

#include <vector>

#include "bots/amazons/engine.hpp"

namespace quiver::bots::amazons {

// The power of each cell, by vertex, for the queens of all who stand against the seat to move.
std::vector<unsigned> power_of_cells(const Amazons& game);

// The strongest move, a random one among equals. On any graph of any size, in bounded time.
Amazons::Move strongest_move(const Amazons& game, Random& random);

class PowerEngine : public Engine {
 public:
  SearchResult think(const Amazons& game, SearchBudget& budget) override;
};

}  // namespace quiver::bots::amazons
