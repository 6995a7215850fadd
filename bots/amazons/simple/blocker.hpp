// Blocker: a random queen move, and an arrow next to an enemy queen whenever one can be reached.
//
// It tries a few random queen moves and takes the first after which such an arrow is possible. Among several
// such cells it chooses randomly.
#pragma once

#include "bots/amazons/engine.hpp"

namespace quiver::bots::amazons {

class BlockerEngine : public Engine {
 public:
  [[nodiscard]] bool handles_any_size() const override { return true; }
  SearchResult think(const Amazons& game, SearchBudget& budget) override;
};

}  // namespace quiver::bots::amazons
