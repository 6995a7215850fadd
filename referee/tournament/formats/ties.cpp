#include "referee/tournament/formats/ties.hpp"

#include <algorithm>

namespace quiver::tournament {

std::vector<Entrant> bracket(std::uint32_t size) {
  std::vector<Entrant> line{0};
  while (line.size() < size) {
    std::vector<Entrant> longer;
    const auto last = static_cast<Entrant>(2 * line.size() - 1);
    for (const Entrant seed : line) longer.insert(longer.end(), {seed, last - seed});
    line = std::move(longer);
  }
  return line;
}

double lead(const Played& tie, std::size_t games) {
  double ahead = 0;
  for (std::size_t k = 0; k < games; ++k) ahead += tie.games[k][0] - tie.games[k][1];
  return ahead;
}

std::uint32_t knockout_limit(std::uint32_t games) { return games + 2 * std::max(games, 2U); }

std::uint32_t games_of_tie(const Played& tie) {
  std::uint32_t games = tie.pairing.games;
  if (tie.pairing.entrants.size() == 1) return games;
  const std::uint32_t limit = knockout_limit(games);
  while (games < limit && tie.games.size() >= games && lead(tie, games) == 0) games += 2;
  return games;
}

Entrant winner_of_tie(const Played& tie, Entrant favoured) {
  const std::vector<Entrant>& who = tie.pairing.entrants;
  if (who.size() == 1) return who[0];
  const double ahead = lead(tie, tie.games.size());
  return ahead == 0 ? favoured : ahead > 0 ? who[0] : who[1];
}

}  // namespace quiver::tournament
