// Blocker: a queen move by chance, and an arrow next to an enemy queen whenever one can be reached.
//
// A queen move is drawn among those after which an arrow can be shot there, as long as there are any: a few
// are drawn, and the first such is taken. Which of the cells it is to be, if there are several, is drawn too.
#pragma once

#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

class Blocker : public Thinker {
 public:
  [[nodiscard]] bool sees_everything() const override { return true; }
  Thought think(const Amazons& game, Limit& limit) override;
};

}  // namespace quiver::bots::amazons
