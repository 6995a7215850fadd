// The power of a cell: what blocking it takes away from the enemies.
//
// An empty cell on a ray of an enemy queen has the power of all the cells of that ray from it on outwards,
// which she no longer reaches once it is blocked; on the rays of several queens it has the sum. A turn blocks
// two cells, the one the queen goes to and the arrow's, and frees the one she leaves: the move that takes
// most from the enemies and least from her own side, as the rays are after it, is the strongest. It is one
// ply deep and knows nothing of what lies beyond the first ray.
#pragma once

#include <vector>

#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

// The power of each cell, by vertex, for the queens of all who stand against the seat to move.
std::vector<unsigned> power_of_cells(const Amazons& game);

// The strongest move; ties are drawn. On boards of any size and graphs of any kind, in bounded time.
Amazons::Move strongest_move(const Amazons& game, Random& random);

class Power : public Thinker {
 public:
  Thought think(const Amazons& game, Limit& limit) override;
};

}  // namespace quiver::bots::amazons
