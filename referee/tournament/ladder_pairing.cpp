#include "referee/tournament/ladder_pairing.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace quiver::tournament {

namespace {

constexpr double kEloOfAGame = 25;
constexpr std::uint32_t kMostGamesAhead = 20;

// From the one with the fewest games.
double distance(const Candidate& one, const Candidate& other, std::uint32_t met) {
  const double apart = one.rated && other.rated ? std::abs(one.elo - other.elo) : 0;
  // `one` has the fewest games of all, so the difference cannot be negative.
  return apart + kEloOfAGame * (met + std::min(other.games - one.games, kMostGamesAhead));
}

// Compares firsts / games without dividing.
bool began_less(const Candidate& one, const Candidate& other) {
  const std::uint64_t left = std::uint64_t{one.firsts} * std::max(other.games, 1U);
  const std::uint64_t right = std::uint64_t{other.firsts} * std::max(one.games, 1U);
  return left < right;
}

}  // namespace

std::optional<std::pair<Entrant, Entrant>> choose_pair(
    const std::vector<Candidate>& candidates, const std::function<std::uint32_t(Entrant, Entrant)>& met) {
  if (candidates.size() < 2) return std::nullopt;
  const auto next = std::min_element(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    // The entrant's number last, so that the choice never depends on the order of the list.
    return std::tie(a.games, a.waiting, a.entrant) < std::tie(b.games, b.waiting, b.entrant);
  });
  const Candidate* opponent = nullptr;
  for (const Candidate& one : candidates) {
    if (&one == &*next) continue;
    const auto key = [&](const Candidate& c) {
      return std::tuple(distance(*next, c, met(next->entrant, c.entrant)), c.games, c.waiting, c.entrant);
    };
    if (opponent == nullptr || key(one) < key(*opponent)) opponent = &one;
  }
  if (began_less(*opponent, *next)) return std::pair(opponent->entrant, next->entrant);
  return std::pair(next->entrant, opponent->entrant);
}

}  // namespace quiver::tournament
