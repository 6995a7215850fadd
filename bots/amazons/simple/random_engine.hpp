// Random moves: a queen that can move, an open direction, a cell on that ray, and the same for the arrow. So
// short rays are as likely as long ones, and no choice has to be repeated.
#pragma once

#include "bots/amazons/engine.hpp"

namespace quiver::bots::amazons {

class RandomEngine : public Engine {
 public:
  [[nodiscard]] bool handles_any_size() const override { return true; }
  SearchResult think(const Amazons& game, SearchBudget& budget) override;
};

}  // namespace quiver::bots::amazons
