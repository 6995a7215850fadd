// Double elimination, worked out by hand.
#include <gtest/gtest.h>

#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

const FormatChoice kEight{.name = "double-elimination", .entrants = 8};

// Seeds from 1, the better ones win: 1-8 4-5 2-7 3-6, then 1-4 2-3 and the losers 8-5 7-6. Losers of the
// second round come in the other order: 5-3 6-4. Then 1-2, which is played in round three too.
TEST(DoubleElimination, GivesEverybodyASecondChance) {
  const auto cup = format(kEight);
  std::vector<Played> so_far;
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{0, 7}, {3, 4}, {1, 6}, {2, 5}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{0, 3}, {1, 2}, {4, 7}, {5, 6}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{0, 1}, {2, 4}, {3, 5}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{2, 3}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{1, 2}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{1, 0}})) << "0 began when they met before";
  play_round(*cup, so_far, favourite);
  EXPECT_TRUE(cup->draw(so_far).empty());
  const std::vector<std::uint32_t> ranks{1, 2, 3, 4, 5, 5, 7, 7}, out{7, 6, 5, 4, 3, 3, 2, 2};
  const std::vector<Standing> table = cup->table(so_far);
  for (Entrant e = 0; e < 8; ++e) {
    EXPECT_EQ(table[e].entrant, e);
    EXPECT_EQ(table[e].rank, ranks[e]);
    EXPECT_EQ(table[e].tie_break, out[e]);
  }
}

// Entrant 0 loses to 1 in the final of two, and then both have lost once.
TEST(DoubleElimination, PlaysTheFinalAgainIfTheUnbeatenLosesIt) {
  const auto cup = format({.name = "double-elimination", .entrants = 2});
  std::vector<Played> so_far;
  play_round(*cup, so_far, favourite);
  const auto upset = [](const Pairing& p, std::uint32_t) { return p.entrants[0] == 1 ? 1.0 : 0.0; };
  play_round(*cup, so_far, upset);
  ASSERT_EQ(cup->draw(so_far).size(), 1U);
  EXPECT_EQ(cup->table(so_far)[0].rank, 1U);
  EXPECT_EQ(cup->table(so_far)[1].rank, 1U) << "both are still in";
  auto again = so_far;
  play_round(*cup, so_far, upset);
  EXPECT_TRUE(cup->draw(so_far).empty());
  EXPECT_EQ(cup->table(so_far)[0].entrant, 1U);
  play_round(*cup, again, favourite);
  EXPECT_TRUE(cup->draw(again).empty());
  EXPECT_EQ(cup->table(again)[0].entrant, 0U);
}

// 1 beats 0 at first, so 1 is unbeaten; all further games are drawn.
TEST(DoubleElimination, LetsTheUnbeatenWinALevelFinal) {
  const auto cup = format({.name = "double-elimination", .entrants = 2});
  std::vector<Played> so_far;
  play_round(*cup, so_far, [](const Pairing& p, std::uint32_t) { return p.entrants[0] == 1 ? 1.0 : 0.0; });
  play_round(*cup, so_far, [](const Pairing&, std::uint32_t) { return 0.5; });
  EXPECT_EQ(so_far.back().games.size(), 5U);
  EXPECT_TRUE(cup->draw(so_far).empty());
  EXPECT_EQ(cup->table(so_far)[0].entrant, 1U);
}

// The bracket of eight without 6, 7 and 8. Nobody is there to meet the loser of 4-5 at first.
TEST(DoubleElimination, HasByesInBothBrackets) {
  const auto cup = format({.name = "double-elimination", .entrants = 5});
  std::vector<Played> so_far;
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{0}, {3, 4}, {1}, {2}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{0, 3}, {1, 2}, {4}}));
  play_round(*cup, so_far, favourite);
  EXPECT_EQ(lists(cup->draw(so_far)), (Lists{{0, 1}, {2, 4}, {3}}));
}

TEST(DoubleElimination, RanksWhoIsOutBehindWhoIsIn) {
  const auto cup = format(kEight);
  std::vector<Played> so_far;
  play_round(*cup, so_far, favourite);
  play_round(*cup, so_far, favourite);
  const std::vector<std::uint32_t> ranks{1, 1, 3, 3, 3, 3, 7, 7};
  const std::vector<Standing> table = cup->table(so_far);
  for (std::size_t k = 0; k < table.size(); ++k) EXPECT_EQ(table[k].rank, ranks[k]) << k;
  EXPECT_EQ(table[0].entrant, 0U);
  EXPECT_EQ(table[1].entrant, 1U);
}

}  // namespace

}  // namespace quiver::tests
