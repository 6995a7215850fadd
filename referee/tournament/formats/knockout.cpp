#include <algorithm>
#include <bit>

#include "referee/tournament/formats/formats.hpp"
#include "referee/tournament/scores.hpp"

namespace quiver::tournament {

namespace {

class Knockout : public Format {
 public:
  explicit Knockout(const FormatChoice& choice) : entrants_(choice.entrants), games_(choice.games) {}

  [[nodiscard]] std::vector<Pairing> draw(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::uint32_t games_of(const Played& pairing) const override;
  [[nodiscard]] std::vector<Standing> table(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::string tie_break_name() const override { return "round"; }

 private:
  [[nodiscard]] std::vector<Pairing> first_round() const;
  [[nodiscard]] Entrant winner_of(const Played& played) const;
  [[nodiscard]] bool settled(const Played& played) const { return played.games.size() >= games_of(played); }

  std::uint32_t entrants_, games_;
};

// How far the first of the list is ahead after so many games.
double lead(const Played& played, std::size_t games) {
  double ahead = 0;
  for (std::size_t k = 0; k < games; ++k) ahead += played.games[k][0] - played.games[k][1];
  return ahead;
}

// Seed after seed the line of a bracket: next to each stands the one that makes the sum of every first tie
// the same.
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

std::vector<Pairing> Knockout::first_round() const {
  const std::vector<Entrant> line = bracket(std::bit_ceil(entrants_));
  std::vector<Pairing> pairings;
  for (std::size_t k = 0; k < line.size(); k += 2) {
    const Entrant better = std::min(line[k], line[k + 1]), other = std::max(line[k], line[k + 1]);
    const auto number = static_cast<std::uint32_t>(pairings.size() + 1);
    // The bracket is a power of two. Seats beyond the entrants are byes, which fall to the best seeds.
    if (other >= entrants_) {
      pairings.push_back({number, 1, {better}, 0});
    } else {
      pairings.push_back({number, 1, {better, other}, games_});
    }
  }
  return pairings;
}

Entrant Knockout::winner_of(const Played& played) const {
  const std::vector<Entrant>& who = played.pairing.entrants;
  if (who.size() == 1) return who[0];
  const double ahead = lead(played, played.games.size());
  if (ahead == 0) return std::min(who[0], who[1]);
  return ahead > 0 ? who[0] : who[1];
}

// A round's ties stand in the order of the bracket, so the winners of neighbours meet.
std::vector<Pairing> Knockout::draw(const std::vector<Played>& so_far) const {
  if (so_far.empty()) return first_round();
  const std::uint32_t round = so_far.back().pairing.round;
  // Pairings of a round are in bracket order, and so are the winners.
  std::vector<Entrant> winners;
  for (const Played& played : so_far)
    if (played.pairing.round == round) winners.push_back(winner_of(played));
  const std::vector<std::int64_t> balance = first_moves(entrants_, so_far);
  std::vector<Pairing> pairings;
  for (std::size_t k = 0; k + 1 < winners.size(); k += 2) {
    Entrant first = std::min(winners[k], winners[k + 1]), second = std::max(winners[k], winners[k + 1]);
    if (balance[first] > balance[second]) std::swap(first, second);
    const auto number = static_cast<std::uint32_t>(so_far.size() + pairings.size() + 1);
    pairings.push_back({number, round + 1, {first, second}, games_});
  }
  return pairings;
}

std::uint32_t Knockout::games_of(const Played& pairing) const {
  std::uint32_t games = pairing.pairing.games;
  if (pairing.pairing.entrants.size() == 1) return games;
  const std::uint32_t limit = knockout_limit(games);
  while (games < limit && pairing.games.size() >= games && lead(pairing, games) == 0) games += 2;
  return games;
}

// Who has won a tie has reached the next round, and who has won the last one the round after it.
std::vector<Standing> Knockout::table(const std::vector<Played>& so_far) const {
  std::vector<Standing> lines = count_points(entrants_, so_far, games_);
  for (const Played& played : so_far) {
    for (const Entrant entrant : played.pairing.entrants)
      lines[entrant].tie_break = std::max<double>(lines[entrant].tie_break, played.pairing.round);
    if (settled(played)) lines[winner_of(played)].tie_break = played.pairing.round + 1;
  }
  return ranked(std::move(lines),
                [](const Standing& a, const Standing& b) { return a.tie_break > b.tie_break; });
}

}  // namespace

std::uint32_t knockout_limit(std::uint32_t games) { return games + 2 * std::max(games, 2U); }

std::unique_ptr<Format> make_knockout(const FormatChoice& choice) {
  return std::make_unique<Knockout>(choice);
}

}  // namespace quiver::tournament
