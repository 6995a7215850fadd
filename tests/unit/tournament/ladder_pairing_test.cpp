// Whom a ladder lets play next.
#include "referee/tournament/ladder_pairing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"

namespace quiver::tests {

namespace {

using tournament::Candidate;
using tournament::Entrant;
using Meetings = std::map<std::pair<Entrant, Entrant>, std::uint32_t>;

std::optional<std::pair<Entrant, Entrant>> choose_pair(const std::vector<Candidate>& candidates,
                                                       const Meetings& met = {}) {
  return tournament::choose_pair(candidates, [&](Entrant a, Entrant b) {
    const auto found = met.find({std::min(a, b), std::max(a, b)});
    return found == met.end() ? 0U : found->second;
  });
}

Candidate candidate(Entrant entrant, double elo, std::uint32_t games, std::uint32_t firsts = 0) {
  Candidate one;
  one.entrant = entrant;
  one.elo = elo;
  one.rated = true;
  one.games = games;
  one.firsts = firsts;
  return one;
}

std::set<Entrant> both(const std::pair<Entrant, Entrant>& pair) { return {pair.first, pair.second}; }

}  // namespace

TEST(LadderPairing, TakesTwo) {
  EXPECT_FALSE(choose_pair({}));
  EXPECT_FALSE(choose_pair({candidate(0, 0, 0)}));
  EXPECT_TRUE(choose_pair({candidate(0, 0, 0), candidate(1, 0, 0)}));
}

TEST(LadderPairing, WhoHasPlayedLeastPlaysTheNearest) {
  const auto pair =
      choose_pair({candidate(0, 300, 9), candidate(1, 120, 9), candidate(2, 100, 3), candidate(3, -50, 4)});
  ASSERT_TRUE(pair);
  EXPECT_EQ(both(*pair), (std::set<Entrant>{1, 2}));
}

TEST(LadderPairing, OthersComeTheirTurnWhenTwoHaveMetOften) {
  // Five games are worth 125 Elo.
  const auto pair =
      choose_pair({candidate(1, 120, 9), candidate(2, 100, 3), candidate(3, 0, 9)}, {{{1, 2}, 5}});
  ASSERT_TRUE(pair);
  EXPECT_EQ(both(*pair), (std::set<Entrant>{2, 3}));
}

TEST(LadderPairing, ANewcomerIsNearToEverybody) {
  Candidate newcomer = candidate(5, 0, 0);
  newcomer.rated = false;
  const auto pair = choose_pair({candidate(0, 900, 7), candidate(1, 5, 8), newcomer});
  ASSERT_TRUE(pair);
  EXPECT_EQ(both(*pair), (std::set<Entrant>{0, 5}));  // the one with fewer games
}

TEST(LadderPairing, TheOneThatBeganInASmallerShareBegins) {
  auto pair = choose_pair({candidate(0, 0, 10, 6), candidate(1, 0, 20, 10)});
  EXPECT_EQ(pair->first, 1U);
  pair = choose_pair({candidate(0, 0, 10, 4), candidate(1, 0, 20, 10)});
  EXPECT_EQ(pair->first, 0U);
}

TEST(LadderPairing, NobodyIsEverybodysOpponent) {
  // 1 is nearest to both others, but has played four games more.
  const auto pair = choose_pair({candidate(0, 0, 4), candidate(1, 10, 8), candidate(2, 90, 4)});
  ASSERT_TRUE(pair);
  EXPECT_EQ(both(*pair), (std::set<Entrant>{0, 2}));
}

// A season of a ladder by itself: games are even, sides are even, and most games are between neighbours.
TEST(LadderPairing, ASeasonIsEvenAndClose) {
  constexpr Entrant kEntrants = 12;
  std::vector<Candidate> all;
  for (Entrant e = 0; e < kEntrants; ++e) all.push_back(candidate(e, 100.0 * e, 0));
  Meetings met;
  double distance = 0;
  constexpr int kGames = 600;
  for (int k = 0; k < kGames; ++k) {
    const auto pair = choose_pair(all, met);
    ASSERT_TRUE(pair);
    ASSERT_NE(pair->first, pair->second);
    Candidate& first = all[pair->first];
    Candidate& second = all[pair->second];
    ++first.games;
    ++first.firsts;
    ++second.games;
    ++met[std::minmax(pair->first, pair->second)];
    first.waiting = second.waiting = static_cast<std::uint64_t>(k);
    distance += std::abs(first.elo - second.elo);
  }
  for (const Candidate& one : all) {
    EXPECT_NEAR(one.games, 2.0 * kGames / kEntrants, 3) << one.entrant;
    EXPECT_NEAR(one.firsts, one.games / 2.0, 3) << one.entrant;
    const auto opponents = std::count_if(met.begin(), met.end(), [&](const auto& games) {
      return games.first.first == one.entrant || games.first.second == one.entrant;
    });
    EXPECT_GE(opponents, kEntrants / 2) << one.entrant << " plays always the same ones";
  }
  // By chance two would be 433 apart.
  EXPECT_LT(distance / kGames, 330);
}

}  // namespace quiver::tests
