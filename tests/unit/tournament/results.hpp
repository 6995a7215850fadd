// Made-up results for the formats: a tournament played by a rule instead of by bots.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tests {

using tournament::Entrant;
using tournament::Format;
using tournament::FormatChoice;
using tournament::Pairing;
using tournament::Played;
using tournament::Standing;

inline std::unique_ptr<Format> format(const FormatChoice& choice) {
  return tournament::make_format(choice).value();
}

// What the first of the pairing's list gets in its game `index`; the other gets the rest.
using Rule = std::function<double(const Pairing&, std::uint32_t index)>;

// Plays a pairing to its end. A bye has none.
inline Played played(const Format& format, const Pairing& pairing, const Rule& rule) {
  Played result{pairing, {}};
  while (result.games.size() < format.games_of(result)) {
    const double first = rule(pairing, static_cast<std::uint32_t>(result.games.size()));
    result.games.push_back({first, 1 - first});
  }
  return result;
}

// Draws and plays one round; how many pairings it had.
inline std::size_t play_round(const Format& format, std::vector<Played>& so_far, const Rule& rule) {
  const std::vector<Pairing> drawn = format.draw(so_far);
  for (const Pairing& pairing : drawn) so_far.push_back(played(format, pairing, rule));
  return drawn.size();
}

inline std::vector<Played> play_all(const Format& format, const Rule& rule) {
  std::vector<Played> so_far;
  while (play_round(format, so_far, rule) > 0) continue;
  return so_far;
}

// The one with the lower number wins.
inline double favourite(const Pairing& pairing, std::uint32_t /*index*/) {
  return pairing.entrants[0] < pairing.entrants[1] ? 1 : 0;
}

using Lists = std::vector<std::vector<Entrant>>;
inline Lists lists(const std::vector<Pairing>& pairings) {
  Lists all;
  for (const Pairing& pairing : pairings) all.push_back(pairing.entrants);
  return all;
}

}  // namespace quiver::tests
