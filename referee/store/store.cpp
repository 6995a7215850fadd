#include "referee/store/store.hpp"

#include <string_view>

namespace quiver::store {

std::string team_of(const Entrant& entrant) {
  constexpr std::string_view kRemote = "remote:";
  if (entrant.spec.starts_with(kRemote)) return entrant.spec.substr(kRemote.size());
  if (!entrant.spec.starts_with(kBundleSpec)) return "";
  // A version begins with the name of the competitor.
  return entrant.version.substr(0, entrant.version.find(' '));
}

base::Result<void> check_game(const Game& game) {
  const std::string name = "game " + std::to_string(game.number);
  if (game.record.end == wire::End::kVoid)
    return base::bad_input(name + " is void: a store keeps those that count");
  if (!game.entrants.empty() && game.entrants.size() != game.record.seats.size())
    return base::bad_input(name + " does not have an entrant for each seat");
  return {};
}

std::optional<wire::Reason> reason_of(std::int64_t number) {
  if (number < 1 || number > static_cast<int>(wire::Reason::kBlocked)) return std::nullopt;
  return static_cast<wire::Reason>(number);
}

}  // namespace quiver::store
