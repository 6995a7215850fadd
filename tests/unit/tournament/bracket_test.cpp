// Brackets as they are drawn on paper, before, while and after they are played.
#include "referee/tournament/bracket.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "referee/tournament/ranking_rule.hpp"
#include "referee/tournament/scoreboard.hpp"
#include "tests/property/dice.hpp"
#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using store::Bracket;
using tournament::History;

// An event of so many entrants, "a", "b" and so on, of which nothing is played yet.
class BracketEvent {
 public:
  BracketEvent(const std::string& format, std::uint32_t entrants, std::uint32_t games = 2) {
    history_.event.name = "cup";
    history_.event.kind = "tournament";
    history_.event.plan = "game = hex\nformat = " + format + "\ngames = " + std::to_string(games) + "\n";
    for (std::uint32_t k = 0; k < entrants; ++k) {
      const std::string name(1, static_cast<char>('a' + k));
      history_.event.plan += "bot = " + name + "\n";
      history_.entrants.push_back({k, name, name, "", "", true});
    }
    history_.plan = tournament::Plan::parse(history_.event.plan);
    draw();
  }

  // One more game of the first tie that is not over: `share` of it to the one who is first in its list.
  bool play(const std::function<double(const Pairing&)>& share) {
    const auto format = tournament::format_of(history_.plan).value();
    for (const Played& one : played()) {
      if (one.pairing.entrants.size() < 2 || one.games.size() >= format->games_of(one)) continue;
      const double won = share(one.pairing);
      store::GameResult game{static_cast<std::uint32_t>(history_.results.size() + 1),
                             one.pairing.number,
                             static_cast<std::uint32_t>(one.games.size()),
                             {}};
      const std::uint32_t first = won >= 0.5 ? 1 : 2, second = won <= 0.5 ? 1 : 2;
      game.seats = {{one.pairing.entrants[0], first, {}}, {one.pairing.entrants[1], second, {}}};
      history_.results.push_back(game);
      draw();
      return true;
    }
    return false;
  }
  [[nodiscard]] Bracket bracket() const { return tournament::bracket_of(history_).value(); }
  [[nodiscard]] std::string winner() const {
    return tournament::scoreboard_of(history_).value().standings().rows.front().name;
  }

 private:
  [[nodiscard]] std::vector<Played> played() const {
    std::vector<Played> all;
    for (const Pairing& one : history_.drawn()) all.push_back({one, {}});
    for (auto& one : history_.played()) all[one.pairing - 1].games.push_back(one.points);
    return all;
  }
  void draw() {
    const auto format = tournament::format_of(history_.plan).value();
    const auto so_far = played();
    for (const Played& one : so_far)
      if (one.games.size() < format->games_of(one)) return;
    for (const Pairing& one : format->draw(so_far))
      history_.pairings.push_back({one.number, one.round, one.entrants, one.games, {}, ""});
  }

  History history_;
};

// "a 2 - 0 d"; "?" is not known yet, "-" nobody; ">" before who goes on.
std::string text(const Bracket::Tie& tie) {
  const auto who = [&](std::size_t at) {
    const Bracket::Place& place = tie.places[at];
    return std::string(tie.winner == at ? ">" : "") + (place.bye            ? "-"
                                                       : place.name.empty() ? "?"
                                                                            : place.name);
  };
  const auto points = [&](std::size_t at) { return std::to_string(static_cast<int>(tie.places[at].points)); };
  return who(0) + (tie.played > 0 ? " " + points(0) + "-" + points(1) + " " : " ") + who(1) +
         (tie.decided_by.empty() ? "" : " by " + tie.decided_by);
}
std::vector<std::string> texts(const Bracket& bracket) {
  std::vector<std::string> lines;
  for (const auto& round : bracket.rounds) {
    std::string line = round.part + " " + std::to_string(round.number) + ":";
    for (const auto& tie : round.ties) line += " | " + text(tie);
    lines.push_back(line);
  }
  return lines;
}
using Lines = std::vector<std::string>;

// The better seed wins.
double seeded(const Pairing& pairing) { return pairing.entrants[0] < pairing.entrants[1] ? 1 : 0; }
double level(const Pairing&) { return 0.5; }

}  // namespace

TEST(ABracket, OfAKnockoutHasAllRoundsFromTheBeginning) {
  BracketEvent cup("knockout", 5);
  EXPECT_EQ(texts(cup.bracket()),
            (Lines{"first 1: | >a - | d e | >b - | >c -", "first 2: | a ? | b c", "first 3: | ? ?"}));
  EXPECT_EQ(cup.bracket().most_games, 6U);
  EXPECT_EQ(cup.bracket().entrants, 5U);
  while (cup.play(seeded)) {
  }
  EXPECT_EQ(texts(cup.bracket()), (Lines{"first 1: | >a - | >d 2-0 e | >b - | >c -",
                                         "first 2: | >a 2-0 d | >b 2-0 c", "first 3: | >a 2-0 b"}));
  EXPECT_TRUE(cup.bracket().complete);
  EXPECT_EQ(cup.bracket().winner, "a");
  EXPECT_EQ(cup.bracket().rounds[1].ties[0].places[1].seed, 4U);
}

TEST(ABracket, SaysWhatDecidedATieThatIsLevel) {
  BracketEvent cup("knockout", 2, 1);
  ASSERT_TRUE(cup.play(level));
  EXPECT_EQ(cup.bracket().rounds[0].ties[0].games, 3U) << "two more";
  EXPECT_FALSE(cup.bracket().rounds[0].ties[0].winner);
  while (cup.play(level)) {
  }
  EXPECT_EQ(texts(cup.bracket()), Lines{"first 1: | >a 2-2 b by seed"});
  BracketEvent both("double-elimination", 2, 1);
  while (both.play(
      [&](const Pairing& one) { return one.round == 1 ? (one.entrants[0] == 1 ? 1.0 : 0.0) : 0.5; })) {
  }
  EXPECT_EQ(texts(both.bracket()), (Lines{"first 1: | a 0-1 >b", "final 1: | >b 2-2 a by unbeaten"}));
  EXPECT_EQ(both.bracket().winner, "b");
}

TEST(ABracket, OfADoubleEliminationHasTwoAndAFinal) {
  BracketEvent cup("double-elimination", 4);
  EXPECT_EQ(texts(cup.bracket()), (Lines{"first 1: | a d | b c", "first 2: | ? ?", "second 1: | ? ?",
                                         "second 2: | ? ?", "final 1: | ? ?"}));
  while (cup.play(seeded)) {
  }
  EXPECT_EQ(texts(cup.bracket()),
            (Lines{"first 1: | >a 2-0 d | >b 2-0 c", "first 2: | >a 2-0 b", "second 1: | d 0-2 >c",
                   "second 2: | c 0-2 >b", "final 1: | >a 2-0 b"}));
  BracketEvent again("double-elimination", 4);
  // The unbeaten one loses the first final, and wins the second.
  while (again.play([](const Pairing& one) { return one.round == 4 ? 1 - seeded(one) : seeded(one); })) {
  }
  EXPECT_EQ(texts(again.bracket()).back(), "final 2: | >a 2-0 b");
  EXPECT_EQ(texts(again.bracket())[4], "final 1: | a 0-2 >b");
  EXPECT_EQ(again.bracket().winner, "a");
}

// Any number of entrants, any results, at any moment: each pairing has its place, whoever goes on is in the
// next round, and the winner is the table's.
TEST(ABracket, HasAPlaceForEveryTieAtAnyMoment) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("ABracket");
  for (int event = 0; event < 120; ++event) {
    const std::string format = dice.one_in(2) ? "knockout" : "double-elimination";
    const auto entrants = static_cast<std::uint32_t>(2 + dice.below(16));
    BracketEvent cup(format, entrants, static_cast<std::uint32_t>(1 + dice.below(3)));
    const auto any = [&](const Pairing&) { return 0.5 * static_cast<double>(dice.below(3)); };
    std::size_t ties = 0;
    do {
      const Bracket bracket = cup.bracket();
      std::set<std::string> first_round;
      for (const auto& tie : bracket.rounds[0].ties)
        for (const auto& place : tie.places)
          if (!place.name.empty()) first_round.insert(place.name);
      ASSERT_EQ(first_round.size(), entrants) << format;
      std::size_t known = 0;
      for (std::size_t r = 0; r < bracket.rounds.size(); ++r) {
        const auto& round = bracket.rounds[r];
        for (std::size_t k = 0; k < round.ties.size(); ++k) {
          const auto& tie = round.ties[k];
          known += tie.games > 0 ? 1 : 0;
          ASSERT_LE(tie.played, tie.games);
          if (!tie.winner) continue;
          ASSERT_FALSE(tie.places[*tie.winner].name.empty());
          if (round.part != "first" || r + 1 == bracket.rounds.size() ||
              bracket.rounds[r + 1].part != "first")
            continue;
          if (format == "knockout") {
            ASSERT_EQ(bracket.rounds[r + 1].ties[k / 2].places[k % 2].name, tie.places[*tie.winner].name);
          }
        }
      }
      ASSERT_GE(known, ties) << "a tie has lost its place";
      ties = known;
    } while (cup.play(any));
    const Bracket last = cup.bracket();
    ASSERT_TRUE(last.complete) << format << " of " << entrants;
    ASSERT_EQ(last.winner, cup.winner());
    for (const auto& tie : last.rounds.back().ties) ASSERT_TRUE(tie.winner);
    if (format == "knockout") {
      ASSERT_EQ(ties, entrants - 1);
    }
  }
}

TEST(ABracket, IsOnlyThereWhereThereIsOne) {
  History history;
  history.event = {1, "cup", "tournament", "format = swiss\nbot = a\nbot = b\n", ""};
  history.plan = tournament::Plan::parse(history.event.plan);
  EXPECT_EQ(tournament::bracket_of(history).error().sentence,
            "cup has no bracket: only a knockout and a double-elimination have one");
}

TEST(ARankingRule, SaysWhatDecides) {
  const auto rule = [](const std::string& kind, const std::string& plan) {
    return tournament::ranking_rule({1, "cup", kind, plan, ""});
  };
  EXPECT_EQ(rule("ladder", "game = hex\n"), "ranked by rating");
  EXPECT_EQ(rule("tournament", "format = swiss\n"),
            "ranked by points, then by Buchholz, the points of all opponents");
  EXPECT_EQ(rule("tournament", "format = knockout\ngames = 4\n"),
            "a tie that is level after 4 games gets two more at a time, up to 12 in all; then the better "
            "seed goes on. "
            "Ranked by the round that was reached");
  EXPECT_NE(rule("tournament", "format = double-elimination\ngames = 2\n").find("the unbeaten one has won"),
            std::string::npos);
  EXPECT_NE(rule("tournament", "format = round-robin\n").find("Sonneborn-Berger"), std::string::npos);
}

}  // namespace quiver::tests
