// Knockout tournaments, worked out by hand.
#include <gtest/gtest.h>

#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using tournament::knockout_limit;

// Seeds from 1: 1-8 4-5 2-7 3-6. If the better ones win, 1-4 2-3 and then 1-2.
TEST(Knockout, LetsTheBestMeetLast) {
  const auto knockout = format({.name = "knockout", .entrants = 8});
  std::vector<Played> so_far;
  EXPECT_EQ(lists(knockout->draw(so_far)), (Lists{{0, 7}, {3, 4}, {1, 6}, {2, 5}}));
  play_round(*knockout, so_far, favourite);
  EXPECT_EQ(lists(knockout->draw(so_far)), (Lists{{0, 3}, {1, 2}}));
  play_round(*knockout, so_far, favourite);
  EXPECT_EQ(lists(knockout->draw(so_far)), (Lists{{0, 1}}));
  play_round(*knockout, so_far, favourite);
  EXPECT_TRUE(knockout->draw(so_far).empty());
  const std::vector<std::uint32_t> ranks{1, 2, 3, 3, 5, 5, 5, 5}, reached{4, 3, 2, 2, 1, 1, 1, 1};
  const std::vector<Standing> table = knockout->table(so_far);
  for (Entrant e = 0; e < 8; ++e) {
    EXPECT_EQ(table[e].entrant, e);
    EXPECT_EQ(table[e].rank, ranks[e]);
    EXPECT_EQ(table[e].tie_break, reached[e]);
  }
}

// The bracket of eight without 6, 7 and 8: byes for 1, 2 and 3. Here 5 beats 4 and then everybody.
TEST(Knockout, GivesByesToTheBest) {
  const auto knockout = format({.name = "knockout", .entrants = 5, .games = 2});
  const auto upset = [](const Pairing& p, std::uint32_t index) {
    const bool last_is_first = p.entrants[0] == 4;
    return last_is_first || p.entrants[1] == 4 ? double(last_is_first) : favourite(p, index);
  };
  std::vector<Played> so_far;
  EXPECT_EQ(lists(knockout->draw(so_far)), (Lists{{0}, {3, 4}, {1}, {2}}));
  play_round(*knockout, so_far, upset);
  EXPECT_EQ(lists(knockout->draw(so_far)), (Lists{{0, 4}, {1, 2}}));
  play_round(*knockout, so_far, upset);
  EXPECT_EQ(lists(knockout->draw(so_far)), (Lists{{1, 4}}));
  play_round(*knockout, so_far, upset);
  EXPECT_TRUE(knockout->draw(so_far).empty());
  const std::vector<Standing> table = knockout->table(so_far);
  EXPECT_EQ(table[0].entrant, 4U);
  EXPECT_EQ(table[0].points, 6);
  EXPECT_EQ(table[1].entrant, 1U);
  EXPECT_EQ(table[1].points, 4);  // two of them by the bye
  EXPECT_EQ(table[2].rank, 3U);
  EXPECT_EQ(table[3].rank, 3U);
  EXPECT_EQ(table[4].entrant, 3U);
}

TEST(Knockout, PlaysAllPlannedGames) {
  const auto knockout = format({.name = "knockout", .entrants = 2, .games = 3});
  Played tie{knockout->draw({})[0], {}};
  EXPECT_EQ(knockout->games_of(tie), 3U);
  tie.games = {{1, 0}, {1, 0}};
  EXPECT_EQ(knockout->games_of(tie), 3U);
  tie.games.push_back({1, 0});
  EXPECT_EQ(knockout->games_of(tie), 3U);
}

TEST(Knockout, GoesOnByTwosWhileItIsLevel) {
  const auto knockout = format({.name = "knockout", .entrants = 2, .games = 2});
  Played tie{knockout->draw({})[0], {{1, 0}, {0, 1}}};
  EXPECT_EQ(knockout->games_of(tie), 4U);
  tie.games.push_back({1, 0});
  EXPECT_EQ(knockout->games_of(tie), 4U);  // it has the second of the two coming
  tie.games.push_back({0, 1});
  EXPECT_EQ(knockout->games_of(tie), 6U);
  tie.games.insert(tie.games.end(), {{0.5, 0.5}, {0, 1}});
  EXPECT_EQ(knockout->games_of(tie), 6U);
  EXPECT_EQ(knockout->table({tie})[0].entrant, 1U);
}

TEST(Knockout, LetsTheBetterSeedGoOnWhenTheLimitIsReached) {
  EXPECT_EQ(knockout_limit(1), 5U);
  EXPECT_EQ(knockout_limit(2), 6U);
  EXPECT_EQ(knockout_limit(4), 12U);
  const auto knockout = format({.name = "knockout", .entrants = 4, .games = 1});
  const auto all = play_all(*knockout, [](const Pairing&, std::uint32_t) { return 0.5; });
  ASSERT_EQ(all.size(), 3U);
  for (const Played& tie : all) EXPECT_EQ(tie.games.size(), 5U);
  EXPECT_EQ(lists({all[2].pairing}), (Lists{{0, 1}}));
  EXPECT_EQ(knockout->table(all)[0].entrant, 0U);
}

TEST(Knockout, RanksATieThatIsNotSettledAlike) {
  const auto knockout = format({.name = "knockout", .entrants = 2, .games = 2});
  const Played tie{knockout->draw({})[0], {{1, 0}}};
  EXPECT_EQ(knockout->table({tie})[0].rank, 1U);
  EXPECT_EQ(knockout->table({tie})[1].rank, 1U);
}

}  // namespace

}  // namespace quiver::tests
