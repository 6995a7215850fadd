// Defensive: first move every queen off the edge, then go where there are more free cells.
//
// For as many turns as it has queens, a queen on the edge of the board goes to the inner cell with the most
// empty neighbours. After that, and when none can, the queen moves that gains the most empty neighbours; if
// none gains any, a random one. The arrow goes next to the enemy queen with the fewest empty neighbours that
// can be hit, else anywhere. Ties are broken randomly. The edge is the outermost rows and columns of the
// board; the rims of holes do not count.
#pragma once

#include "bots/amazons/engine.hpp"

namespace quiver::bots::amazons {

class DefensiveEngine : public Engine {
 public:
  void start(std::uint64_t seed) override;
  [[nodiscard]] bool handles_any_size() const override { return true; }
  SearchResult think(const Amazons& game, SearchBudget& budget) override;

 private:
  unsigned turns_ = 0;  // of its own
};

}  // namespace quiver::bots::amazons
