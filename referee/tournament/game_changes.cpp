#include "referee/tournament/game_changes.hpp"

namespace quiver::tournament {

std::vector<store::Change> changes_of(const store::Game& game) {
  std::vector<store::Change> all{game};
  for (std::size_t s = 0; s < game.record.seats.size(); ++s)
    if (const auto& output = game.record.seats[s].output)
      all.emplace_back(store::GameLog{game.number, static_cast<std::uint32_t>(s), *output});
  return all;
}

}  // namespace quiver::tournament
