#include <algorithm>
#include <bit>
#include <cmath>

#include "referee/tournament/formats/formats.hpp"
#include "referee/tournament/formats/matching.hpp"
#include "referee/tournament/scores.hpp"

namespace quiver::tournament {

namespace {

class Swiss : public Format {
 public:
  explicit Swiss(const FormatChoice& choice)
      : entrants_(choice.entrants), games_(choice.games), rounds_(swiss_rounds(choice)) {}

  [[nodiscard]] std::vector<Pairing> draw(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::vector<Standing> table(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::string tie_break_name() const override { return "Buchholz"; }

 private:
  [[nodiscard]] std::vector<std::uint32_t> meetings(const std::vector<Played>& so_far) const;
  [[nodiscard]] Costs costs(const std::vector<Entrant>& who, const std::vector<Played>& so_far) const;
  [[nodiscard]] std::vector<Pairing> pair_up(const std::vector<Entrant>& who,
                                             const std::vector<Played>& so_far) const;

  std::uint32_t entrants_, games_, rounds_;
};

// By number: how often each pair has met.
std::vector<std::uint32_t> Swiss::meetings(const std::vector<Played>& so_far) const {
  std::vector<std::uint32_t> met(std::size_t{entrants_} * entrants_);
  for (const Played& played : so_far) {
    if (played.pairing.entrants.size() != 2) continue;
    const Entrant a = played.pairing.entrants[0], b = played.pairing.entrants[1];
    ++met[std::size_t{a} * entrants_ + b];
    ++met[std::size_t{b} * entrants_ + a];
  }
  return met;
}

// The wishes of format.hpp, the first one first. Points are counted in halves, to be whole.
Costs Swiss::costs(const std::vector<Entrant>& who, const std::vector<Played>& so_far) const {
  const std::vector<Standing> lines = count_points(entrants_, so_far, games_);
  const std::vector<std::int64_t> balance = first_moves(entrants_, so_far);
  const std::vector<std::uint32_t> met = meetings(so_far);
  Costs all(who.size());
  for (std::size_t i = 0; i < who.size(); ++i)
    for (std::size_t j = i + 1; j < who.size(); ++j) {
      const Entrant a = who[i], b = who[j];
      const std::int64_t before = met[std::size_t{a} * entrants_ + b];
      const auto points = std::llround(2 * (lines[a].points - lines[b].points));
      const std::int64_t one_more = games_ % 2 == 0 ? 0 : balance[a] <= balance[b] ? 1 : -1;
      const std::int64_t first = balance[a] + one_more, second = balance[b] - one_more;
      const auto seeds = static_cast<std::int64_t>(j - i);
      // The levels in the order of format.hpp: rematch or not, number of meetings, points, first moves,
      // seeding.
      all.set(i, j,
              {{before > 0, before * before, points * points, first * first + second * second, -seeds,
                seeds * seeds}});
    }
  return all;
}

std::vector<Pairing> Swiss::pair_up(const std::vector<Entrant>& who,
                                    const std::vector<Played>& so_far) const {
  const std::vector<std::uint32_t> partners = cheapest_matching(costs(who, so_far));
  std::vector<Pairing> pairings;
  for (std::size_t k = 0; k < who.size(); ++k)
    if (k < partners[k]) pairings.push_back({0, 0, {who[k], who[partners[k]]}, games_});
  const std::vector<Standing> lines = count_points(entrants_, so_far, games_);
  const auto points = [&](const Pairing& pairing) {
    return std::minmax(lines[pairing.entrants[0]].points, lines[pairing.entrants[1]].points);
  };
  std::stable_sort(pairings.begin(), pairings.end(), [&](const Pairing& a, const Pairing& b) {
    const auto [low_a, high_a] = points(a);
    const auto [low_b, high_b] = points(b);
    return high_a != high_b ? high_a > high_b : low_a > low_b;
  });
  return pairings;
}

std::vector<Pairing> Swiss::draw(const std::vector<Played>& so_far) const {
  std::uint32_t round = 1;
  for (const Played& played : so_far) round = std::max(round, played.pairing.round + 1);
  if (round > rounds_) return {};
  std::vector<Entrant> who(entrants_);
  for (Entrant e = 0; e < entrants_; ++e) who[e] = e;
  std::vector<Pairing> pairings;
  if (entrants_ % 2 == 1) {
    const std::vector<Standing> lines = table(so_far);
    // From the back of the table: min_element takes the first of equals, which is the last in the table.
    const auto last = std::min_element(lines.rbegin(), lines.rend(),
                                       [](const Standing& a, const Standing& b) { return a.byes < b.byes; });
    std::erase(who, last->entrant);
    pairings = pair_up(who, so_far);
    pairings.push_back({0, 0, {last->entrant}, 0});
  } else {
    pairings = pair_up(who, so_far);
  }
  const std::vector<std::int64_t> balance = first_moves(entrants_, so_far);
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    Pairing& pairing = pairings[k];
    pairing.number = static_cast<std::uint32_t>(so_far.size() + k + 1);
    pairing.round = round;
    if (pairing.entrants.size() == 1) continue;
    Entrant& a = pairing.entrants[0];
    Entrant& b = pairing.entrants[1];
    // Where both have had as many, the better seed is first at every other board, and in every other round.
    if (balance[a] > balance[b] || (balance[a] == balance[b] && (k + round) % 2 == 0)) std::swap(a, b);
  }
  return pairings;
}

std::vector<Standing> Swiss::table(const std::vector<Played>& so_far) const {
  std::vector<Standing> lines = count_points(entrants_, so_far, games_);
  for (const Played& played : so_far) {
    const std::vector<Entrant>& who = played.pairing.entrants;
    // A bye counts as a meeting with an opponent of the same points.
    if (who.size() == 1) lines[who[0]].tie_break += lines[who[0]].points;
    if (played.games.empty()) continue;
    lines[who[0]].tie_break += lines[who[1]].points;
    lines[who[1]].tie_break += lines[who[0]].points;
  }
  return ranked(std::move(lines), [](const Standing& a, const Standing& b) {
    return a.points != b.points ? a.points > b.points : a.tie_break > b.tie_break;
  });
}

}  // namespace

std::uint32_t swiss_rounds(const FormatChoice& choice) {
  // As in a knockout: log2 of the entrants, rounded up.
  return choice.rounds != 0 ? choice.rounds : static_cast<std::uint32_t>(std::bit_width(choice.entrants - 1));
}

std::unique_ptr<Format> make_swiss(const FormatChoice& choice) { return std::make_unique<Swiss>(choice); }

}  // namespace quiver::tournament
