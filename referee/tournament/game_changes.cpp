#include "referee/tournament/game_changes.hpp"

namespace quiver::tournament {

std::vector<store::Change> changes_of(const store::Game& game) {
  std::vector<store::Change> all{game};
  for (std::size_t s = 0; s < game.record.seats.size(); ++s)
    if (const auto& output = game.record.seats[s].output)
      all.emplace_back(store::GameLog{game.number, static_cast<std::uint32_t>(s), *output});
  return all;
}

std::string competitor_name(const store::Event& event, const store::Entrant& entrant) {
  constexpr std::string_view kRemote = "remote:";
  if (entrant.spec.starts_with(kRemote)) return entrant.spec.substr(kRemote.size());
  if (event.kind == "ladder" && !entrant.version.empty())
    return entrant.version.substr(0, entrant.version.find(' '));
  return entrant.name;
}

}  // namespace quiver::tournament
