#include <algorithm>
#include <bit>
#include <optional>

#include "referee/tournament/formats/brackets.hpp"
#include "referee/tournament/formats/formats.hpp"
#include "referee/tournament/formats/ties.hpp"
#include "referee/tournament/scores.hpp"

namespace quiver::tournament {

namespace {

// A place in a bracket; empty where a bye left nobody.
using Place = std::optional<Entrant>;
using Places = std::vector<Place>;

struct Tie {
  Place first;
  Place second;
  bool eliminates = false;     // the loser is out
  bool favours_first = false;  // if it is level; else the better seed goes on

  [[nodiscard]] bool is_empty() const { return !first && !second; }
  [[nodiscard]] bool is_bye() const { return first.has_value() != second.has_value(); }
  [[nodiscard]] Place other(const Place& one) const { return one == first ? second : first; }
  [[nodiscard]] Place favoured() const {
    if (!first || !second) return first ? first : second;
    return favours_first ? first : std::min(first, second);
  }
};

// Both brackets after some rounds, and who meets whom in the next.
class Brackets {
 public:
  explicit Brackets(std::uint32_t entrants) {
    for (const Entrant seed : bracket(std::bit_ceil(entrants)))
      unbeaten_.push_back(seed < entrants ? Place(seed) : std::nullopt);
    upper_rounds_ = static_cast<std::uint32_t>(std::bit_width(unbeaten_.size()) - 1);
  }

  [[nodiscard]] std::uint32_t round() const { return round_; }
  // How many rounds the first bracket and the second have.
  [[nodiscard]] std::uint32_t upper_rounds() const { return upper_rounds_; }
  [[nodiscard]] std::uint32_t lower_rounds() const { return 2 * (upper_rounds_ - 1); }
  // Of the next round; none if the tournament is over. Some may be empty.
  [[nodiscard]] std::vector<Tie> ties() const;
  // Plays that round: the winner of each tie.
  void advance(const std::vector<Tie>& ties, const Places& winners);

  [[nodiscard]] bool is_over() const { return over_; }
  [[nodiscard]] bool is_unbeaten(Entrant entrant) const {
    return std::ranges::find(unbeaten_, Place(entrant)) != unbeaten_.end();
  }

 private:
  static void add_neighbours(const Places& places, bool eliminates, std::vector<Tie>& ties) {
    for (std::size_t k = 0; k + 1 < places.size(); k += 2)
      ties.push_back({places[k], places[k + 1], eliminates});
  }
  // The second bracket has a round in each but the first round, two for each of the first bracket's.
  [[nodiscard]] bool is_final() const { return round_ > lower_rounds() + 1; }
  void add_lower_ties(std::vector<Tie>& ties) const;
  // The losers of a round of the first bracket, in the order in which the second one takes them.
  [[nodiscard]] Places arriving(std::size_t upper_round) const;
  void advance_final(const Tie& tie, const Place& winner);

  Places unbeaten_;
  Places beaten_once_;
  std::vector<Places> waiting_;  // the losers of each round of the first bracket that nobody has met yet
  std::uint32_t upper_rounds_ = 0;
  std::uint32_t round_ = 1;
  bool over_ = false;
};

Places Brackets::arriving(std::size_t upper_round) const {
  Places losers = waiting_[upper_round - 1];
  // Turned round, then the halves exchanged, and so on: whoever met in the first bracket is far apart.
  if (upper_round % 2 == 0)
    std::reverse(losers.begin(), losers.end());
  else
    std::rotate(losers.begin(), losers.begin() + static_cast<std::ptrdiff_t>(losers.size() / 2),
                losers.end());
  return losers;
}

void Brackets::add_lower_ties(std::vector<Tie>& ties) const {
  const std::uint32_t lower = round_ - 1;
  if (lower == 0) return;
  if (lower == 1) return add_neighbours(waiting_[0], true, ties);
  if (lower % 2 != 0) return add_neighbours(beaten_once_, true, ties);
  const Places losers = arriving(lower / 2 + 1);
  for (std::size_t k = 0; k < losers.size(); ++k) ties.push_back({beaten_once_[k], losers[k], true});
}

std::vector<Tie> Brackets::ties() const {
  std::vector<Tie> ties;
  if (over_) return ties;
  if (is_final()) {
    const Places& beaten = upper_rounds_ == 1 && beaten_once_.empty() ? waiting_[0] : beaten_once_;
    if (unbeaten_.empty()) return {{beaten[0], beaten[1], true}};  // the second final
    return {{unbeaten_[0], beaten[0], false, true}};
  }
  if (unbeaten_.size() > 1) add_neighbours(unbeaten_, false, ties);
  add_lower_ties(ties);
  return ties;
}

void Brackets::advance_final(const Tie& tie, const Place& winner) {
  over_ = unbeaten_.empty() || winner == tie.first;
  waiting_.clear();
  if (!over_) {
    beaten_once_ = {tie.first, tie.second};
    unbeaten_.clear();
  } else {
    beaten_once_ = unbeaten_.empty() ? Places{winner} : Places{};
  }
}

void Brackets::advance(const std::vector<Tie>& ties, const Places& winners) {
  if (is_final()) {
    advance_final(ties[0], winners[0]);
    ++round_;
    return;
  }
  Places unbeaten, beaten_once, lost;
  for (std::size_t k = 0; k < ties.size(); ++k) {
    (ties[k].eliminates ? beaten_once : unbeaten).push_back(winners[k]);
    if (!ties[k].eliminates) lost.push_back(ties[k].is_bye() ? std::nullopt : ties[k].other(winners[k]));
  }
  const std::uint32_t lower = round_ - 1;
  if (lower == 1) waiting_[0].clear();
  if (lower > 0 && lower % 2 == 0) waiting_[lower / 2].clear();
  if (!unbeaten.empty()) {
    unbeaten_ = std::move(unbeaten);
    waiting_.push_back(std::move(lost));
  }
  if (lower > 0) beaten_once_ = std::move(beaten_once);
  ++round_;
}

class DoubleElimination : public Format {
 public:
  explicit DoubleElimination(const FormatChoice& choice) : entrants_(choice.entrants), games_(choice.games) {}

  [[nodiscard]] std::vector<Pairing> draw(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::uint32_t games_of(const Played& pairing) const override { return games_of_tie(pairing); }
  [[nodiscard]] std::vector<Standing> table(const std::vector<Played>& so_far) const override;
  [[nodiscard]] std::string tie_break_name() const override { return "round"; }

 private:
  // What has been played, round by round, until one is not all settled. `out` is called for everybody who is
  // eliminated, with the round.
  template <class Out>
  Brackets replay(const std::vector<Played>& so_far, const Out& out) const;

  std::uint32_t entrants_, games_;
};

template <class Out>
Brackets DoubleElimination::replay(const std::vector<Played>& so_far, const Out& out) const {
  Brackets brackets(entrants_);
  for (std::size_t at = 0; at < so_far.size();) {
    const std::vector<Tie> ties = brackets.ties();
    Places winners;
    bool settled = true;
    for (const Tie& tie : ties) {
      winners.push_back(tie.favoured());
      if (tie.is_empty()) continue;
      const Played& played = so_far[at++];
      if (played.games.size() < games_of_tie(played)) {
        settled = false;
        continue;
      }
      winners.back() = winner_of_tie(played, *tie.favoured());
      // Who loses a final that could be played again is out only if the unbeaten one has won it.
      const bool decides = tie.eliminates || (tie.favours_first && winners.back() == tie.first);
      if (decides && !tie.is_bye()) out(*tie.other(winners.back()), brackets.round());
    }
    if (!settled) break;
    brackets.advance(ties, winners);
  }
  return brackets;
}

std::vector<Pairing> DoubleElimination::draw(const std::vector<Played>& so_far) const {
  const Brackets brackets = replay(so_far, [](Entrant, std::uint32_t) {});
  const std::vector<std::int64_t> balance = first_moves(entrants_, so_far);
  std::vector<Pairing> pairings;
  for (const Tie& tie : brackets.ties()) {
    if (tie.is_empty()) continue;
    const auto number = static_cast<std::uint32_t>(so_far.size() + pairings.size() + 1);
    if (tie.is_bye()) {
      pairings.push_back({number, brackets.round(), {*tie.favoured()}, 0});
      continue;
    }
    Entrant first = std::min(*tie.first, *tie.second), second = std::max(*tie.first, *tie.second);
    if (balance[first] > balance[second]) std::swap(first, second);
    pairings.push_back({number, brackets.round(), {first, second}, games_});
  }
  return pairings;
}

std::vector<Standing> DoubleElimination::table(const std::vector<Played>& so_far) const {
  std::vector<Standing> lines = count_points(entrants_, so_far, games_);
  const Brackets brackets =
      replay(so_far, [&](Entrant entrant, std::uint32_t round) { lines[entrant].tie_break = round; });
  for (Standing& line : lines) {
    if (line.tie_break > 0) continue;
    line.tie_break = brackets.round();
    if (!brackets.is_over()) line.tie_break += brackets.is_unbeaten(line.entrant) ? 2 : 1;
  }
  return ranked(std::move(lines),
                [](const Standing& a, const Standing& b) { return a.tie_break > b.tie_break; });
}

// All rounds, with nobody in them yet.
std::vector<BracketRound> empty_rounds(const Brackets& brackets) {
  using Part = BracketRound::Part;
  std::vector<BracketRound> rounds;
  const std::uint32_t upper = brackets.upper_rounds();
  for (std::uint32_t k = 1; k <= upper; ++k)
    rounds.push_back({Part::kFirst, k, std::vector<BracketTie>(std::size_t{1} << (upper - k))});
  // Two rounds of the second bracket are as wide as one of the first.
  for (std::uint32_t k = 1; k <= brackets.lower_rounds(); ++k)
    rounds.push_back(
        {Part::kSecond, k, std::vector<BracketTie>(std::size_t{1} << (upper - 2 - (k - 1) / 2))});
  rounds.push_back({Part::kFinal, 1, std::vector<BracketTie>(1)});
  return rounds;
}

}  // namespace

// Replays what was played, as DoubleElimination::replay, and notes where each tie belongs.
std::vector<BracketRound> double_elimination_rounds(std::uint32_t entrants,
                                                    const std::vector<Played>& so_far) {
  Brackets brackets(entrants);
  std::vector<BracketRound> rounds = empty_rounds(brackets);
  const auto put = [&](BracketRound::Part part, std::uint32_t number, std::size_t place,
                       const BracketTie& tie) {
    const auto round = std::ranges::find_if(
        rounds, [&](const BracketRound& one) { return one.part == part && one.number == number; });
    if (round != rounds.end())
      round->ties[place] = tie;
    else
      rounds.push_back({part, number, {tie}});  // the second final
  };
  std::size_t at = 0;
  while (!brackets.is_over()) {
    const std::vector<Tie> ties = brackets.ties();
    const std::uint32_t round = brackets.round();
    Places winners;
    bool settled = true;
    std::size_t upper = 0, lower = 0;
    for (const Tie& tie : ties) {
      BracketTie drawn{tie.first, tie.second, 0, true, tie.favours_first};
      winners.push_back(tie.favoured());
      if (!tie.is_empty() && at < so_far.size()) {
        const Played& played = so_far[at++];
        drawn.pairing = played.pairing.number;
        if (played.games.size() < games_of_tie(played))
          settled = false;
        else
          winners.back() = winner_of_tie(played, *tie.favoured());
      } else if (!tie.is_empty()) {
        settled = false;
      }
      if (round > brackets.lower_rounds() + 1)
        put(BracketRound::Part::kFinal, round - brackets.lower_rounds() - 1, 0, drawn);
      else if (tie.eliminates)
        put(BracketRound::Part::kSecond, round - 1, lower++, drawn);
      else
        put(BracketRound::Part::kFirst, round, upper++, drawn);
    }
    if (!settled) break;
    brackets.advance(ties, winners);
  }
  return rounds;
}

std::unique_ptr<Format> make_double_elimination(const FormatChoice& choice) {
  return std::make_unique<DoubleElimination>(choice);
}

}  // namespace quiver::tournament
