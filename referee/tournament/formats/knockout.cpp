#include <algorithm>
#include <bit>

#include "referee/tournament/formats/brackets.hpp"
#include "referee/tournament/formats/formats.hpp"
#include "referee/tournament/formats/ties.hpp"
#include "referee/tournament/scores.hpp"

namespace quiver::tournament {

namespace {

class Knockout : public Format {
 public:
  explicit Knockout(const FormatChoice& choice) : entrants_(choice.entrants), games_(choice.games) {}

  [[nodiscard]] std::vector<Pairing> draw(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::uint32_t games_of(const Played& pairing) const override { return games_of_tie(pairing); }
  [[nodiscard]] std::vector<Standing> table(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::string tie_break_name() const override { return "round"; }

 private:
  [[nodiscard]] std::vector<Pairing> first_round() const;
  [[nodiscard]] Entrant winner_of(const Played& played) const;
  [[nodiscard]] bool settled(const Played& played) const { return played.games.size() >= games_of(played); }

  std::uint32_t entrants_, games_;
};

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
  return winner_of_tie(played, std::ranges::min(played.pairing.entrants));
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

// Who goes on from this tie, as far as is known.
std::optional<Entrant> going_on(const BracketTie& tie, const std::vector<Played>& so_far) {
  if (!tie.is_drawn) return std::nullopt;
  if (!tie.first || !tie.second) return tie.first ? tie.first : tie.second;
  const Played& played = so_far[tie.pairing - 1];
  if (played.games.size() < games_of_tie(played)) return std::nullopt;
  return winner_of_tie(played, std::min(*tie.first, *tie.second));
}

}  // namespace

std::vector<BracketRound> knockout_rounds(std::uint32_t entrants, const std::vector<Played>& so_far) {
  const std::vector<Entrant> line = bracket(std::bit_ceil(entrants));
  const auto place = [&](std::size_t k) {
    return line[k] < entrants ? std::optional(line[k]) : std::nullopt;
  };
  std::vector<BracketRound> rounds;
  std::size_t at = 0;  // pairings of a round stand in the order of the bracket, byes too
  for (std::size_t ties = line.size() / 2; ties > 0; ties /= 2) {
    BracketRound round{BracketRound::Part::kFirst, static_cast<std::uint32_t>(rounds.size() + 1), {}};
    const bool is_drawn = rounds.empty() || at < so_far.size();
    for (std::size_t k = 0; k < ties; ++k) {
      BracketTie tie;
      tie.first = rounds.empty() ? place(2 * k) : going_on(rounds.back().ties[2 * k], so_far);
      tie.second = rounds.empty() ? place(2 * k + 1) : going_on(rounds.back().ties[2 * k + 1], so_far);
      tie.is_drawn = is_drawn;
      if (at < so_far.size()) tie.pairing = so_far[at++].pairing.number;
      round.ties.push_back(tie);
    }
    rounds.push_back(std::move(round));
  }
  return rounds;
}

std::unique_ptr<Format> make_knockout(const FormatChoice& choice) {
  return std::make_unique<Knockout>(choice);
}

}  // namespace quiver::tournament
