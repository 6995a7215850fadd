// Amazons by chance: a queen that can move, a direction that is open to her, a cell on that ray, and the same
// for the arrow. So short rays are as likely as long ones, and no draw is ever in vain.
#pragma once

#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

class Chance : public Thinker {
 public:
  [[nodiscard]] bool sees_everything() const override { return true; }
  Thought think(const Amazons& game, Limit& limit) override;
};

}  // namespace quiver::bots::amazons
