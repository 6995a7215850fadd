// Offensive: one ply, towards the enemies' queens.
//
// What counts is H, the empty neighbours of all our queens less those of all enemy queens. Only moves that
// put the queen, the arrow or both next to an enemy queen are weighed; of two that are equally good, the one
// on cells that more enemy queens share comes first, then chance decides. Where no such cell can be reached,
// all moves are weighed.
#pragma once

#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

class Offensive : public Thinker {
 public:
  Thought think(const Amazons& game, Limit& limit) override;
};

}  // namespace quiver::bots::amazons
