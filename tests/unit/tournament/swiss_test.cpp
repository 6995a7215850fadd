// Swiss tournaments, worked out by hand.
#include <gtest/gtest.h>

#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using Order = std::vector<Entrant>;
Order order(const std::vector<Standing>& table) {
  Order entrants;
  for (const Standing& line : table) entrants.push_back(line.entrant);
  return entrants;
}

// The top half meets the bottom half; the better seed is first at every other board.
TEST(Swiss, StartsByTheSeeding) {
  const auto swiss = format({.name = "swiss", .entrants = 8});
  EXPECT_EQ(lists(swiss->draw({})), (Lists{{0, 4}, {5, 1}, {2, 6}, {7, 3}}));
}

TEST(Swiss, TakesAsManyRoundsAsTellOneFromAllOthers) {
  for (const auto& [entrants, rounds] :
       std::vector<std::pair<std::uint32_t, std::uint32_t>>{{2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}}) {
    const auto all = play_all(*format({.name = "swiss", .entrants = entrants}), favourite);
    EXPECT_EQ(all.back().pairing.round, rounds) << entrants << " entrants";
  }
}

// Round 1: 0-2 and 3-1, won by 0 and 1. Round 2: winners meet, and so do losers; who was second is first now.
TEST(Swiss, PairsEqualPoints) {
  const auto swiss = format({.name = "swiss", .entrants = 4, .games = 1});
  std::vector<Played> so_far;
  play_round(*swiss, so_far, favourite);
  EXPECT_EQ(lists(swiss->draw(so_far)), (Lists{{1, 0}, {2, 3}}));
  play_round(*swiss, so_far, favourite);
  EXPECT_TRUE(swiss->draw(so_far).empty());
  EXPECT_EQ(so_far[2].pairing.number, 3U);
  EXPECT_EQ(so_far[2].pairing.round, 2U);
}

// Five entrants, three rounds, one game each; the lower number wins.
//   1: 4, last in the table, has the bye. 0-2 and 3-1. Points 0: 1, 1: 1, 2: 0, 3: 0, 4: 1.
//      Buchholz 0: 0, 1: 0, 2: 1, 3: 1, 4: 1 (its own for the bye). The table: 4 0 1 2 3.
//   2: 3 has the bye. 0 has met 2, so it is 0-1 2-4 or 0-4 1-2, and each pairs a 1 with a 0 once. 1 and 2
//   were both
//      second, so 0-1 2-4 keeps first moves in balance and 0-4 1-2 does not. 0 and 2 win.
//      Points 0: 2, 1: 1, 2: 1, 3: 1, 4: 1. Buchholz 0: 1+1, 1: 1+2, 2: 2+1, 3: 1+1, 4: 1+1. The table: 0 1 2
//      3 4.
//   3: 3 and 4 have had theirs; 2 is the last who has not. 0 has met 1 and 1 has met 3, so of 0, 1, 3 and 4
//   only
//      0-3 1-4 is without a rematch. 0 and 1 win.
//      Points 0: 3, 1: 2, 2: 2, 3: 1, 4: 1.
//      Buchholz 0: 2+2+1 = 5, 1: 1+3+1 = 5, 2: 3+1+2 = 6, 3: 2+1+3 = 6, 4: 1+2+2 = 5.
TEST(Swiss, GivesByesFromTheBottomToThoseWithout) {
  const auto swiss = format({.name = "swiss", .entrants = 5});
  std::vector<Played> so_far;
  play_round(*swiss, so_far, favourite);
  EXPECT_EQ(order(swiss->table(so_far)), (Order{4, 0, 1, 2, 3}));
  EXPECT_EQ(lists(swiss->draw(so_far)), (Lists{{1, 0}, {2, 4}, {3}}));
  play_round(*swiss, so_far, favourite);
  EXPECT_EQ(order(swiss->table(so_far)), (Order{0, 1, 2, 3, 4}));
  const auto third = swiss->draw(so_far);
  EXPECT_EQ(lists(third), (Lists{{0, 3}, {4, 1}, {2}}));
  EXPECT_EQ(third.back().games, 0U);
  play_round(*swiss, so_far, favourite);

  const std::vector<Standing> table = swiss->table(so_far);
  EXPECT_EQ(order(table), (Order{0, 2, 1, 3, 4}));
  const std::vector<double> points{3, 2, 2, 1, 1}, buchholz{5, 6, 5, 6, 5};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(table[k].points, points[k]);
    EXPECT_EQ(table[k].tie_break, buchholz[k]);
    EXPECT_EQ(table[k].rank, k + 1);
    EXPECT_EQ(table[k].byes, table[k].entrant >= 2 ? 1U : 0U);
  }
  EXPECT_EQ(swiss->tie_break_name(), "Buchholz");
}

TEST(Swiss, AByeIsWorthAllPointsOfAPairing) {
  const auto swiss = format({.name = "swiss", .entrants = 3, .games = 4});
  std::vector<Played> so_far;
  play_round(*swiss, so_far, [](const Pairing&, std::uint32_t) { return 0.5; });
  const std::vector<Standing> table = swiss->table(so_far);
  EXPECT_EQ(table[0].entrant, 2U);
  EXPECT_EQ(table[0].points, 4);
  EXPECT_EQ(table[0].games, 0U);
  EXPECT_EQ(table[1].points, 2);
}

// Four entrants have met after three rounds. The fourth and fifth are rematches, of other pairs each time.
TEST(Swiss, RepeatsAsLittleAsPossibleWhenItMust) {
  const auto swiss = format({.name = "swiss", .entrants = 4, .rounds = 6});
  std::vector<std::vector<int>> met(4, std::vector<int>(4));
  for (const Played& played : play_all(*swiss, favourite)) {
    const auto [low, high] = std::minmax(played.pairing.entrants[0], played.pairing.entrants[1]);
    ++met[low][high];
  }
  for (Entrant a = 0; a < 4; ++a)
    for (Entrant b = a + 1; b < 4; ++b) EXPECT_EQ(met[a][b], 2) << a << " and " << b;
}

}  // namespace

}  // namespace quiver::tests
