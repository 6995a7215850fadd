// Defensive: first bring every queen off the edge, then go where there is more freedom.
//
// For as many turns as it has queens, a queen on the edge of the board goes to the cell inside that has most
// empty neighbours. After that, and when none can, the queen moves that gains most empty neighbours; if none
// gains any, chance decides. The arrow goes next to the enemy queen that has fewest empty neighbours and can
// be hit, else anywhere. Ties are drawn. A cell is on the edge if it lies in the outermost rows or columns of
// the board: the rims of holes are no edge.
#pragma once

#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

class Defensive : public Thinker {
 public:
  void start(std::uint64_t seed) override;
  [[nodiscard]] bool sees_everything() const override { return true; }
  Thought think(const Amazons& game, Limit& limit) override;

 private:
  unsigned turns_ = 0;  // of its own
};

}  // namespace quiver::bots::amazons
