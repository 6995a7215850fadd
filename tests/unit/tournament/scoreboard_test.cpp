// Tables of small events, worked out by hand.
#include "referee/tournament/scoreboard.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

using store::GameResult;
using store::Standings;
using tournament::History;
using wire::Reason;

// "format = …" and so on, and a bot for each name.
History an_event(const std::string& plan, const std::vector<std::string>& names,
                 const std::string& kind = "tournament") {
  History history;
  history.event.name = "cup";
  history.event.kind = kind;
  history.event.plan = plan;
  for (std::uint32_t k = 0; k < names.size(); ++k) {
    history.event.plan += "bot = " + names[k] + "\n";
    history.entrants.push_back({k, names[k], names[k], "", "", true});
  }
  history.plan = tournament::Plan::parse(history.event.plan);
  return history;
}

void draw_all(History& history) {
  const auto format = tournament::format_of(history.plan).value();
  for (const auto& one : format->draw({}))
    history.pairings.push_back({one.number, one.round, one.entrants, one.games, {}, ""});
}

// A game of a pairing, by the entrants' places; of how each was out.
void add(History& history, std::uint32_t pairing, std::uint32_t index,
         const std::vector<std::uint32_t>& entrants, const std::vector<std::uint32_t>& places,
         const std::vector<std::optional<Reason>>& reasons = {}) {
  GameResult game{static_cast<std::uint32_t>(history.results.size() + 1), pairing, index, {}};
  for (std::size_t s = 0; s < entrants.size(); ++s)
    game.seats.push_back({entrants[s], places[s], reasons.empty() ? std::nullopt : reasons[s]});
  history.results.push_back(game);
}

Standings table(const History& history) { return tournament::scoreboard_of(history).value().standings(); }

// "1 a 2.5 of 3, 2-1-0"
std::string text(const Standings::Row& row) {
  const auto half = [](double points) {
    return std::to_string(static_cast<int>(points)) + (points > static_cast<int>(points) ? ".5" : "");
  };
  return std::to_string(row.rank) + " " + row.name + " " + half(row.points) + " of " +
         std::to_string(row.games) + ", " + std::to_string(row.wins) + "-" + std::to_string(row.draws) + "-" +
         std::to_string(row.losses);
}
std::vector<std::string> rows(const Standings& standings) {
  std::vector<std::string> all;
  for (const auto& row : standings.rows) all.push_back(text(row));
  return all;
}
using Lines = std::vector<std::string>;

// Three entrants meet as 1-2, 2-0 and 0-1.
History three() {
  History history = an_event("game = amazons\nformat = round-robin\ngames = 2\n", {"a", "b", "c"});
  draw_all(history);
  return history;
}

}  // namespace

TEST(AScoreboard, CountsEachBoard) {
  History history = an_event(
      "game = amazons\nboard = small board=square rows=6 cols=6\nboard = ring board=donut rows=12 cols=12\n"
      "format = round-robin\ngames = 4\n",
      {"a", "b"});
  draw_all(history);
  add(history, 1, 0, {0, 1}, {1, 2});
  add(history, 1, 1, {1, 0}, {1, 1});
  add(history, 1, 2, {0, 1}, {2, 1});
  for (auto& game : history.results) game.board = game.index < 2 ? "ring" : "small";
  const Standings both = table(history);
  EXPECT_EQ(both.boards, (Lines{"small", "ring"}));
  EXPECT_EQ(both.board, "");
  ASSERT_EQ(rows(both), (Lines{"1 a 1.5 of 3, 1-1-1", "1 b 1.5 of 3, 1-1-1"}));
  using On = std::vector<Standings::OnBoard>;
  EXPECT_EQ(both.rows[0].boards, (On{{0, 1}, {1.5, 2}}));
  EXPECT_EQ(both.rows[1].boards, (On{{1, 1}, {0.5, 2}}));
  const Standings ring = tournament::scoreboard_of(history, "ring").value().standings();
  EXPECT_EQ(rows(ring), (Lines{"1 a 1.5 of 2, 1-1-0", "2 b 0.5 of 2, 0-1-1"}));
  EXPECT_EQ(ring.board, "ring");
  EXPECT_TRUE(ring.boards.empty());
  EXPECT_EQ(ring.played, 2U);
  EXPECT_EQ(ring.planned, 0U);
  ASSERT_TRUE(ring.rows[0].elo);
  EXPECT_GT(ring.rows[0].elo->value, 0);
  EXPECT_EQ(tournament::scoreboard_of(history, "rung").error().sentence,
            "there is no board \"rung\" in cup; its boards are small, ring");
  EXPECT_EQ(tournament::scoreboard_of(three(), "ring").error().sentence,
            "there is no board \"ring\" in cup, which is played on one board");
}

TEST(AScoreboard, HasEverybodyBeforeTheFirstGame) {
  const Standings standings = table(three());
  EXPECT_EQ(rows(standings), (Lines{"1 a 0 of 0, 0-0-0", "1 b 0 of 0, 0-0-0", "1 c 0 of 0, 0-0-0"}));
  EXPECT_EQ(standings.planned, 6U);
  EXPECT_EQ(standings.played, 0U);
  EXPECT_FALSE(standings.complete);
  EXPECT_FALSE(standings.rows[0].elo);
}

TEST(AScoreboard, CountsGamesOfTwo) {
  History history = three();
  ASSERT_EQ(history.pairings[0].entrants, (std::vector<std::uint32_t>{1, 2}));
  add(history, 1, 0, {1, 2}, {1, 2}, {std::nullopt, Reason::kTimeout});
  add(history, 1, 1, {2, 1}, {1, 1});
  add(history, 2, 0, {2, 0}, {2, 1}, {Reason::kBlocked, std::nullopt});
  add(history, 3, 0, {0, 1}, {2, 1}, {Reason::kIllegalMove, std::nullopt});
  add(history, 3, 1, {1, 0}, {1, 2}, {std::nullopt, Reason::kResigned});
  const Standings standings = table(history);
  EXPECT_EQ(rows(standings), (Lines{"1 b 3.5 of 4, 3-1-0", "2 a 1 of 3, 1-0-2", "3 c 0.5 of 3, 0-1-2"}));
  EXPECT_EQ(standings.played, 5U);
  EXPECT_FALSE(standings.complete);
  EXPECT_EQ(standings.rows[1].faults, (std::map<Reason, std::uint32_t>{{Reason::kIllegalMove, 1}}));
  EXPECT_EQ(standings.rows[2].faults, (std::map<Reason, std::uint32_t>{{Reason::kTimeout, 1}}));
  const auto& against = standings.rows[0].against;
  ASSERT_EQ(against.size(), 2U);
  EXPECT_EQ(against[0].name, "a");
  EXPECT_EQ(against[0].points, 2);
  EXPECT_EQ(against[0].games, 2U);
  EXPECT_EQ(against[1].points, 1.5);
  ASSERT_TRUE(standings.rows[0].elo && standings.rows[0].superiority);
  EXPECT_GT(standings.rows[0].elo->value, standings.rows[1].elo->value);
  EXPECT_LE(standings.rows[0].elo->low, standings.rows[0].elo->value);
  EXPECT_FALSE(standings.rows[2].superiority) << "nobody is below it";
}

TEST(AScoreboard, IsTheSameInWhateverOrderGamesEnd) {
  History history = three();
  add(history, 1, 0, {1, 2}, {1, 2});
  add(history, 1, 1, {2, 1}, {1, 1});
  add(history, 2, 0, {2, 0}, {2, 1});
  add(history, 3, 0, {0, 1}, {2, 1});
  const std::string first = store::standings_json(table(history));
  std::reverse(history.results.begin(), history.results.end());
  EXPECT_EQ(store::standings_json(table(history)), first);
}

TEST(AScoreboard, IsCompleteWhenAllIsPlayed) {
  History history = three();
  for (const auto& pairing : history.pairings) {
    add(history, pairing.number, 0, pairing.entrants, {1, 2});
    EXPECT_FALSE(table(history).complete);
    add(history, pairing.number, 1, {pairing.entrants[1], pairing.entrants[0]}, {1, 2});
  }
  EXPECT_TRUE(table(history).complete);
}

// Places 1, 2, 2, 4: three opponents each.
TEST(AScoreboard, CountsGamesOfFourByEachOpponent) {
  History history =
      an_event("game = amazons\nformat = round-robin\ngames = 1\ntable = 4\n", {"a", "b", "c", "d"});
  draw_all(history);
  ASSERT_EQ(history.pairings.size(), 1U);
  add(history, 1, 0, {3, 1, 0, 2}, {1, 2, 2, 4},
      {std::nullopt, std::nullopt, std::nullopt, Reason::kCrashed});
  const Standings standings = table(history);
  EXPECT_EQ(rows(standings),
            (Lines{"1 d 3 of 1, 3-0-0", "2 a 1.5 of 1, 1-1-1", "2 b 1.5 of 1, 1-1-1", "4 c 0 of 1, 0-0-3"}));
  EXPECT_TRUE(standings.complete);
  EXPECT_EQ(standings.rows[1].against.size(), 3U);
  EXPECT_EQ(standings.rows[3].faults.at(Reason::kCrashed), 1U);
}

TEST(AScoreboard, CountsByesOfASwissTournament) {
  History history = an_event("format = swiss\ngames = 2\nrounds = 2\n", {"a", "b", "c"});
  draw_all(history);
  const Standings standings = table(history);
  EXPECT_EQ(standings.planned, 2U);
  EXPECT_EQ(standings.tie_break, "Buchholz");
  EXPECT_EQ(standings.rows[0].byes, 1U);
  EXPECT_EQ(standings.rows[0].points, 2);
}

TEST(AScoreboard, SaysWhatTheStoppingRuleSays) {
  History history = an_event("format = round-robin\ngames = 1000\nsprt = elo0=0,elo1=200\n", {"a", "b"});
  draw_all(history);
  for (std::uint32_t k = 0; k < 60; ++k) add(history, 1, k, {k % 2, 1 - k % 2}, {1 + k % 2, 2 - k % 2});
  const Standings standings = table(history);
  ASSERT_TRUE(standings.sprt);
  EXPECT_EQ(standings.sprt->verdict, "H1");
  EXPECT_LE(standings.sprt->pairs, 30U);
  EXPECT_TRUE(standings.complete);
}

TEST(AScoreboard, TellsOfStoppedPairings) {
  History history = three();
  history.pairings[1].state = store::Pairing::State::kStopped;
  history.pairings[1].note = "two games in a row were void: no";
  EXPECT_EQ(table(history).stopped, Lines{"c - a: two games in a row were void: no"});
}

TEST(AScoreboard, IsNoneWithoutEntrants) {
  History history = three();
  history.entrants.clear();
  EXPECT_EQ(tournament::scoreboard_of(history).error().sentence, "the event has no entrants yet");
}

TEST(AScoreboard, RanksByRatingWhereThereIsNoFormat) {
  History history = an_event("game = amazons\n", {"a", "b", "c", "left"}, "ladder");
  history.entrants[3].active = false;
  for (std::uint32_t k = 0; k < 6; ++k) {
    add(history, 0, k, {1, 0}, {1 + (k == 0 ? 1U : 0U), 1 + (k == 0 ? 0U : 1U)});
    add(history, 0, k, {1, 3}, {2, 1});
  }
  const Standings standings = table(history);
  EXPECT_EQ(standings.rows[0].name, "b");
  EXPECT_EQ(standings.rows[1].name, "a");
  EXPECT_EQ(standings.rows[2].name, "c") << "without a game it has no rating";
  EXPECT_FALSE(standings.rows[2].elo);
  EXPECT_EQ(standings.rows[3].name, "left") << "though it is the strongest";
  EXPECT_EQ(standings.planned, 0U);
}

TEST(AnAnchor, IsANameAndANumber) {
  const auto parse = [](const std::string& text) {
    tournament::Plan plan;
    plan.add("anchor", text);
    return tournament::anchor_of(plan, {"a", "b=2"});
  };
  EXPECT_EQ(parse("a=1500").value()->elo, 1500);
  EXPECT_EQ(parse("a=-20").value()->elo, -20);
  EXPECT_EQ(parse("b=2=7").value()->entrant, 1U);
  EXPECT_EQ(parse("a").value()->elo, 0);
  EXPECT_EQ(parse("").value(), std::nullopt);
  EXPECT_EQ(parse("c=1").error().sentence, "nobody is called \"c\"");
  EXPECT_FALSE(parse("a=x"));
  EXPECT_FALSE(parse("a="));
  EXPECT_FALSE(parse("a=1e3"));
}

// a has met all others and beaten all but b, who has met only a: the table is in the order of the ratings
// that it shows, whatever share of the points everybody has.
TEST(Gauntlets, AreRankedByWhatTheTableShows) {
  History history = an_event("format = gauntlet\ntable = 2\ngames = 10\n", {"a", "b", "c", "d"});
  draw_all(history);
  // of ten games: b wins 8 against a; a wins 6 against c and 9 against d
  const std::vector<std::uint32_t> lost{8, 4, 1};
  for (std::uint32_t p = 0; p < 3; ++p) {
    const auto& entrants = history.pairings[p].entrants;
    const std::uint32_t other = entrants[0] == 0 ? entrants[1] : entrants[0];
    for (std::uint32_t k = 0; k < 10; ++k) {
      const bool a_wins = k >= lost[other - 1];
      const bool first_wins = (entrants[0] == 0) == a_wins;
      add(history, history.pairings[p].number, k, {entrants[0], entrants[1]},
          first_wins ? std::vector<std::uint32_t>{1, 2} : std::vector<std::uint32_t>{2, 1});
    }
  }
  const Standings standings = table(history);
  std::string order;
  for (const auto& row : standings.rows) order += row.name;
  // a has 17 of 30 and c 4 of 10, but d has 1 of 10
  EXPECT_EQ(order, "bacd");
  for (std::size_t k = 0; k + 1 < standings.rows.size(); ++k) {
    ASSERT_TRUE(standings.rows[k].elo && standings.rows[k + 1].elo);
    EXPECT_GT(standings.rows[k].elo->value, standings.rows[k + 1].elo->value);
    EXPECT_EQ(standings.rows[k].rank, k + 1);
  }
  EXPECT_EQ(standings.tie_break, "");
  EXPECT_TRUE(standings.complete);
}

// b beats a in 6 of 10, c loses to a in 9 of 10, so that a's share of the points is more than b's.
TEST(Gauntlets, PutWhoBeatTheChallengerAboveIt) {
  History history = an_event("format = gauntlet\ntable = 2\ngames = 10\n", {"a", "b", "c"});
  draw_all(history);
  for (std::uint32_t p = 0; p < 2; ++p) {
    const auto& entrants = history.pairings[p].entrants;
    const std::uint32_t other = entrants[0] == 0 ? entrants[1] : entrants[0];
    for (std::uint32_t k = 0; k < 10; ++k) {
      const bool a_wins = k >= (other == 1 ? 6U : 1U);
      const bool first_wins = (entrants[0] == 0) == a_wins;
      add(history, history.pairings[p].number, k, {entrants[0], entrants[1]},
          first_wins ? std::vector<std::uint32_t>{1, 2} : std::vector<std::uint32_t>{2, 1});
    }
  }
  std::string order;
  for (const auto& row : table(history).rows) order += row.name;
  EXPECT_EQ(order, "bac");
}

}  // namespace quiver::tests
