// What a format is asked for, and round robins and gauntlets worked out by hand.
#include <gtest/gtest.h>

#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using tournament::make_format;
using tournament::seating;

std::string refusal(const FormatChoice& choice) {
  const auto made = make_format(choice);
  return made ? "" : made.error().sentence;
}

TEST(Seating, TwoChangeWithEveryGame) {
  const Pairing pairing{1, 1, {7, 3}, 4};
  EXPECT_EQ(seating(pairing, 0), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(seating(pairing, 1), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(seating(pairing, 2), (std::vector<std::size_t>{0, 1}));
}

TEST(Seating, FourMoveOnToTheNextSeat) {
  const Pairing pairing{1, 1, {0, 1, 2, 3}, 4};
  EXPECT_EQ(seating(pairing, 0), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(seating(pairing, 1), (std::vector<std::size_t>{3, 0, 1, 2}));
  EXPECT_EQ(seating(pairing, 6), (std::vector<std::size_t>{2, 3, 0, 1}));
}

TEST(MakeFormat, RefusesWhatCannotBePlayed) {
  EXPECT_EQ(refusal({.name = "ladder"}),
            "there is no format \"ladder\": choose round-robin, double-round-robin, gauntlet, swiss, "
            "knockout or double-elimination");
  EXPECT_EQ(refusal({.name = "swiss", .entrants = 8, .seats = 4}), "a swiss is for games of two, not of 4");
  EXPECT_EQ(refusal({.name = "round-robin", .entrants = 8, .seats = 3}),
            "a round-robin is for games of two or four, not of 3");
  EXPECT_EQ(refusal({.name = "round-robin", .entrants = 3, .seats = 4}),
            "a tournament of games for 4 needs at least 4 entrants, and there are 3");
  EXPECT_EQ(refusal({.name = "knockout", .entrants = 0}),
            "a tournament of games for 2 needs at least 2 entrants, and there are 0");
  EXPECT_EQ(refusal({.name = "swiss", .entrants = 2, .games = 0}), "a pair plays 1 to 1000000 games, not 0");
  EXPECT_EQ(refusal({.name = "gauntlet", .entrants = 4, .challengers = 4}),
            "of 4 entrants 1 to 3 can be challengers, not 4");
  EXPECT_EQ(refusal({.name = "gauntlet", .entrants = 4, .challengers = 0}),
            "of 4 entrants 1 to 3 can be challengers, not 0");
}

TEST(MakeFormat, RefusesWhatIsTooMuch) {
  EXPECT_EQ(refusal({.name = "round-robin", .entrants = 1414}), "");
  EXPECT_EQ(refusal({.name = "round-robin", .entrants = 1415}),
            "with 1415 entrants there are more than 1000000 pairings in a round-robin");
  EXPECT_NE(refusal({.name = "double-round-robin", .entrants = 1414}), "");
  EXPECT_NE(refusal({.name = "round-robin", .entrants = 100, .seats = 4}), "");
  EXPECT_NE(refusal({.name = "knockout", .entrants = 4294967295}), "");
  EXPECT_EQ(refusal({.name = "swiss", .entrants = 1001}),
            "a Swiss tournament takes at most 1000 entrants, not 1001");
  EXPECT_EQ(
      refusal({.name = "swiss", .entrants = 4, .games = 1000, .rounds = 501}),
      "501 rounds of 1000 games are more than the 500000 that an entrant of a Swiss tournament can play");
  EXPECT_EQ(refusal({.name = "swiss", .entrants = 4, .games = 1000, .rounds = 500}), "");
}

TEST(RoundRobin, OfFourHasThreeRounds) {
  const auto drawn = format({.name = "round-robin", .entrants = 4})->draw({});
  EXPECT_EQ(lists(drawn), (Lists{{0, 3}, {1, 2}, {3, 1}, {2, 0}, {2, 3}, {0, 1}}));
  EXPECT_EQ(drawn[1], (Pairing{2, 1, {1, 2}, 1}));
  EXPECT_EQ(drawn[5], (Pairing{6, 3, {0, 1}, 1}));
}

TEST(RoundRobin, DoubleComesBackWithTheSeatsChanged) {
  const auto drawn = format({.name = "double-round-robin", .entrants = 3, .games = 3})->draw({});
  EXPECT_EQ(lists(drawn), (Lists{{1, 2}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 0}}));
  EXPECT_EQ(drawn[3], (Pairing{4, 4, {2, 1}, 3}));
}

TEST(RoundRobin, IsDrawnOnce) {
  const auto round_robin = format({.name = "round-robin", .entrants = 3});
  EXPECT_EQ(play_all(*round_robin, favourite).size(), 3U);
}

// 0 beats 1, 1 beats 2, 2 beats 0: nothing tells them apart. All beat 3, except that 2 only draws.
//   points 0: 2, 1: 2, 2: 1.5, 3: 0.5.
//   Sonneborn-Berger 0: 2 + 0.5 = 2.5 (beat 1 and 3), 1: 1.5 + 0.5 = 2, 2: 2 + 0.25 = 2.25, 3: 0.75.
TEST(RoundRobin, IsRankedByPointsThenSonnebornBerger) {
  const auto round_robin = format({.name = "round-robin", .entrants = 4});
  const auto rule = [](const Pairing& pairing, std::uint32_t) {
    const Entrant a = pairing.entrants[0], b = pairing.entrants[1];
    if (a == 3 || b == 3) return a + b == 5 ? 0.5 : a == 3 ? 0.0 : 1.0;
    return (a + 1) % 3 == b ? 1.0 : 0.0;
  };
  const std::vector<Standing> table = round_robin->table(play_all(*round_robin, rule));
  EXPECT_EQ(round_robin->tie_break_name(), "Sonneborn-Berger");
  const std::vector<double> points{2, 2, 1.5, 0.5}, breaks{2.5, 2, 2.25, 0.75};
  for (Entrant e = 0; e < 4; ++e) {
    EXPECT_EQ(table[e].entrant, e);
    EXPECT_EQ(table[e].rank, e + 1);
    EXPECT_EQ(table[e].points, points[e]);
    EXPECT_EQ(table[e].tie_break, breaks[e]);
    EXPECT_EQ(table[e].games, 3U);
  }
}

TEST(RoundRobin, SharesARankWhereNothingTellsThemApart) {
  const auto round_robin = format({.name = "round-robin", .entrants = 3});
  const auto circle = [](const Pairing& p, std::uint32_t) {
    return (p.entrants[0] + 1) % 3 == p.entrants[1] ? 1.0 : 0.0;
  };
  for (const Standing& line : round_robin->table(play_all(*round_robin, circle))) EXPECT_EQ(line.rank, 1U);
}

// One game of four with places 1, 2, 2, 4: 3, 1.5, 1.5 and 0 points. 0 beat 1, 2 and 3 (1.5 + 1.5 + 0), the
// two drew with each other (0.75) and beat 3 (0).
TEST(RoundRobin, OfFourSeatsCountsWhomOneCameBefore) {
  const auto round_robin = format({.name = "round-robin", .entrants = 4, .seats = 4});
  const std::vector<Pairing> drawn = round_robin->draw({});
  ASSERT_EQ(lists(drawn), (Lists{{0, 1, 2, 3}}));
  const std::vector<Standing> table = round_robin->table({{drawn[0], {{3, 1.5, 1.5, 0}}}});
  EXPECT_EQ(table[0].tie_break, 3);
  EXPECT_EQ(table[1].tie_break, 0.75);
  EXPECT_EQ(table[1].rank, 2U);
  EXPECT_EQ(table[2].rank, 2U);
  EXPECT_EQ(table[3].rank, 4U);
}

TEST(Gauntlet, ChallengersMeetAllOthersAndNotEachOther) {
  const auto drawn = format({.name = "gauntlet", .entrants = 5, .games = 2, .challengers = 2})->draw({});
  EXPECT_EQ(lists(drawn), (Lists{{0, 2}, {1, 3}, {3, 0}, {4, 1}, {0, 4}, {2, 1}}));
  EXPECT_EQ(drawn[5], (Pairing{6, 3, {2, 1}, 2}));
}

// The challenger scores 2 of 3. Who beat it has 1 of 1 and comes first, though with fewer points.
TEST(Gauntlet, IsRankedByTheShareOfThePoints) {
  const auto gauntlet = format({.name = "gauntlet", .entrants = 4});
  const auto rule = [](const Pairing& p, std::uint32_t) {
    if (p.entrants[0] + p.entrants[1] == 3) return p.entrants[0] == 3 ? 1.0 : 0.0;
    return p.entrants[0] == 0 ? 1.0 : 0.0;
  };
  const std::vector<Standing> table = gauntlet->table(play_all(*gauntlet, rule));
  EXPECT_EQ(table[0].entrant, 3U);
  EXPECT_EQ(table[1].entrant, 0U);
  EXPECT_EQ(table[1].points, 2);
  EXPECT_EQ(table[2].rank, 3U);
  EXPECT_EQ(table[3].rank, 3U);
}

TEST(Table, PutsWhoHasNotPlayedLast) {
  const auto round_robin = format({.name = "round-robin", .entrants = 4});
  std::vector<Played> so_far;
  for (const Pairing& pairing : round_robin->draw({})) so_far.push_back({pairing, {}});
  for (const Standing& line : round_robin->table(so_far)) EXPECT_EQ(line.rank, 1U);
  so_far[1].games = {{0, 1}};  // 2 beats 1
  const std::vector<Standing> table = round_robin->table(so_far);
  EXPECT_EQ(table[0].entrant, 2U);
  EXPECT_EQ(table[1].entrant, 1U);
  EXPECT_EQ(table[2].rank, 3U);
  EXPECT_EQ(table[3].rank, 3U);
}

}  // namespace

}  // namespace quiver::tests
