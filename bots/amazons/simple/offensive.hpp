// Offensive: one ply, towards the enemy queens.
//
// It maximises H, the empty neighbours of all own queens less those of all enemy queens. Only moves that put
// the queen, the arrow or both next to an enemy queen are considered; where no such cell can be reached, all
// moves are. Ties go to the move on cells that more enemy queens share, then to a random one.
#pragma once

#include "bots/amazons/engine.hpp"

namespace quiver::bots::amazons {

class OffensiveEngine : public Engine {
 public:
  SearchResult think(const Amazons& game, SearchBudget& budget) override;
};

}  // namespace quiver::bots::amazons
