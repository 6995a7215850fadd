#include "referee/web/bots/competitors.hpp"

#include <map>

#include "referee/tournament/ladder.hpp"

namespace quiver::web {

Competitors::Competitors(const store::Event& event, std::vector<store::Entrant> entrants)
    : entrants_(std::move(entrants)) {
  std::map<std::string, std::uint32_t> known;
  for (std::uint32_t e = 0; e < entrants_.size(); ++e) {
    const bool has_versions = event.kind == "ladder";
    first_.push_back(has_versions ? known.emplace(tournament::competitor_of(entrants_[e]), e).first->second
                                  : e);
  }
}

std::optional<std::uint32_t> Competitors::find(const std::string& name) const {
  for (std::uint32_t e = 0; e < entrants_.size(); ++e)
    if (entrants_[e].name == name) return e;
  return std::nullopt;
}

}  // namespace quiver::web
