// Ratings where somebody has won or lost everything: only those are provisional, and nobody else is moved.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "client_sdk/graph/gsl_errors.hpp"
#include "tests/unit/tournament/rated_games.hpp"

namespace quiver::tests {

namespace {

std::vector<bool> provisional(const RatingList& list) {
  std::vector<bool> out;
  for (const Rating& rating : list.ratings()) out.push_back(!rating.rated || rating.provisional);
  return out;
}

std::uint64_t seed() {
  const char* given = std::getenv("QUIVER_SEED");
  return given == nullptr ? 20261118 : std::strtoull(given, nullptr, 10);
}

// Games of two of known strengths, without draws.
void play(Ratings& ratings, base::Random& random, const std::vector<double>& elo, Entrant a, Entrant b,
          int games) {
  const double p = 1 / (1 + std::pow(10, (elo[b] - elo[a]) / 400));
  for (int k = 0; k < games; ++k) {
    const bool won = static_cast<double>(random() >> 11) * 0x1p-53 < p;
    add_games(ratings, a, b, won ? 1 : 0, 0, won ? 0 : 1);
  }
}

// What is the same in both lists: the ratings of those who are settled, with their intervals.
void expect_settled_as(const RatingList& list, const RatingList& alone, const std::vector<bool>& marked) {
  for (Entrant e = 0; e < marked.size(); ++e) {
    if (marked[e]) continue;
    EXPECT_FALSE(alone.ratings()[e].provisional) << e;
    EXPECT_NEAR(list.ratings()[e].elo, alone.ratings()[e].elo, 1e-5) << e;
    EXPECT_NEAR(list.ratings()[e].low, alone.ratings()[e].low, 1e-4) << e;
    EXPECT_NEAR(list.ratings()[e].high, alone.ratings()[e].high, 1e-4) << e;
  }
}

// 26 whose strengths are 96 Elo apart, one who beats them all, and one who loses to all.
TEST(UndeterminedRatings, AreThoseOfWhoWonOrLostEverythingAlone) {
  constexpr Entrant kWinner = 26, kLoser = 27;
  std::vector<double> elo;
  for (int k = 0; k < 26; ++k) elo.push_back(96.0 * k - 1200);
  base::Random random(7);
  Ratings ratings(28);
  for (Entrant a = 0; a < 26; ++a)
    for (Entrant b = a + 1; b < 26; ++b) play(ratings, random, elo, a, b, 20);
  for (Entrant e = 0; e < 26; ++e) {
    add_games(ratings, kWinner, e, 20, 0, 0);
    add_games(ratings, kLoser, e, 0, 0, 20);
  }
  add_games(ratings, kWinner, kLoser, 20, 0, 0);

  const RatingList list = ratings.solve();
  std::vector<bool> marked(28);
  marked[kWinner] = marked[kLoser] = true;
  EXPECT_EQ(provisional(list), marked);
  expect_settled_as(list, ratings.solve({}, marked), marked);
  // what their games say, which is what they are
  EXPECT_NEAR(list.ratings()[25].elo - list.ratings()[0].elo, 2400, 250);
  for (Entrant e = 0; e < 26; ++e) EXPECT_NEAR(list.ratings()[e].elo, elo[e], 150) << e;
  // and the two are above and below all those they met
  for (Entrant e = 0; e < 26; ++e) {
    EXPECT_GT(list.ratings()[kWinner].elo, list.ratings()[e].elo) << e;
    EXPECT_LT(list.ratings()[kLoser].elo, list.ratings()[e].elo) << e;
    EXPECT_GT(list.superiority(kWinner, e), 0.5) << e;
  }
  EXPECT_LT(list.ratings()[kWinner].elo - list.ratings()[25].elo, 1500);
}

// The first games of many, whoever wins: chains of entrants who won or lost all but one of their games lie
// far apart, and the likelihood is almost flat there.
TEST(UndeterminedRatingsProperty, AreFiniteWhateverFewGamesSay) {
  graph::turn_off_gsl_abort();
  SCOPED_TRACE("QUIVER_SEED=" + std::to_string(seed()));
  base::Random random(seed());
  for (const Entrant entrants : {Entrant{12}, Entrant{60}, Entrant{150}})
    for (int round = 0; round < 4; ++round) {
      Ratings ratings(entrants);
      for (Entrant game = 1; game <= 4 * entrants; ++game) {
        const auto a = static_cast<Entrant>(random.below(entrants));
        // The nearest ones meet, as in a ladder.
        const Entrant b =
            (a + 1 + static_cast<Entrant>(random.below(round < 2 ? 3 : entrants - 1))) % entrants;
        const bool upset = random.below(20) == 0;
        add_games(ratings, a, b, (a < b) != upset ? 1 : 0, 0, (a < b) != upset ? 0 : 1);
        if (game % (entrants / 4) != 0) continue;
        const RatingList list = ratings.solve();
        for (const Rating& rating : list.ratings()) {
          if (!rating.rated) continue;
          ASSERT_TRUE(std::isfinite(rating.elo) && std::isfinite(rating.low) && std::isfinite(rating.high))
              << entrants << " entrants, " << game << " games";
          ASSERT_LE(rating.low, rating.elo);
          ASSERT_GE(rating.high, rating.elo);
        }
      }
    }
}

TEST(UndeterminedRatings, DependOnTheAnchor) {
  Ratings ratings(4);
  add_games(ratings, 0, 1, 6, 0, 4);
  add_games(ratings, 1, 2, 6, 0, 4);
  add_games(ratings, 2, 3, 5, 0, 0);
  EXPECT_EQ(provisional(ratings.solve(Anchor{1, 100})), (std::vector<bool>{false, false, false, true}));
  // How far all others are from the last one is not known; how far they are from each other is.
  const RatingList list = ratings.solve(Anchor{3, 0});
  EXPECT_EQ(provisional(list), (std::vector<bool>{true, true, true, false}));
  EXPECT_EQ(list.ratings()[3].elo, 0);
  EXPECT_NEAR(list.ratings()[3].high, 0, 1e-9);
  EXPECT_NEAR(list.ratings()[0].elo - list.ratings()[1].elo, elo_of(0.6), 1e-6);
  EXPECT_NEAR(list.ratings()[2].elo, elo_of(5.5 / 6), 1e-6);
}

// A chain in which everybody won everything against the next: nothing is determined, the order is clear.
TEST(UndeterminedRatings, KeepTheOrder) {
  Ratings ratings(6);
  for (Entrant a = 0; a < 6; ++a)
    for (Entrant b = a + 1; b < 6; ++b) add_games(ratings, a, b, 4, 0, 0);
  const RatingList list = ratings.solve();
  EXPECT_EQ(provisional(list), std::vector<bool>(6, true));
  double sum = 0;
  for (Entrant e = 0; e < 6; ++e) sum += list.ratings()[e].elo;
  EXPECT_NEAR(sum, 0, 1e-6);
  for (Entrant e = 0; e + 1 < 6; ++e) {
    EXPECT_GT(list.ratings()[e].elo, list.ratings()[e + 1].elo) << e;
    // not less than what four wins and the draw say
    EXPECT_GT(list.ratings()[e].elo - list.ratings()[e + 1].elo, elo_of(4.5 / 5) - 1e-6) << e;
  }
}

// Of four seats: 3 comes last in every game.
TEST(UndeterminedRatings, OfGamesOfFour) {
  Ratings ratings(4);
  const std::array<Entrant, 4> who{0, 1, 2, 3};
  std::uint64_t game = 0;
  for (int round = 0; round < 5; ++round)
    for (const std::array<std::uint32_t, 4>& places :
         {std::array<std::uint32_t, 4>{1, 2, 3, 4}, {2, 1, 3, 4}, {3, 2, 1, 4}, {1, 3, 2, 4}})
      ratings.add(who, places, ++game);
  const RatingList list = ratings.solve();
  EXPECT_EQ(provisional(list), (std::vector<bool>{false, false, false, true}));
  for (const Entrant e : {0U, 1U, 2U}) {
    EXPECT_GT(list.ratings()[e].elo, list.ratings()[3].elo) << e;
    EXPECT_GT(list.superiority(e, 3), 0.9) << e;
    EXPECT_TRUE(std::isfinite(list.ratings()[e].low) && std::isfinite(list.ratings()[e].high));
  }
  EXPECT_TRUE(std::isfinite(list.ratings()[3].low) && std::isfinite(list.ratings()[3].high));
}

// Few games of known strengths far apart, so that parts of every shape come up.
TEST(UndeterminedRatings, LeaveTheOthersAsTheyAre) {
  base::Random random(seed());
  int with_some = 0;
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE("QUIVER_SEED=" + std::to_string(seed()) + ", trial " + std::to_string(trial));
    const auto count = static_cast<Entrant>(3 + random.below(10));
    std::vector<double> elo;
    for (Entrant e = 0; e < count; ++e) elo.push_back(static_cast<double>(random.below(2400)));
    Ratings ratings(count);
    for (Entrant a = 0; a < count; ++a)
      for (Entrant b = a + 1; b < count; ++b)
        if (random.below(3) > 0) play(ratings, random, elo, a, b, 1 + static_cast<int>(random.below(6)));
    const RatingList list = ratings.solve();
    const std::vector<bool> marked = provisional(list);
    for (const Rating& rating : list.ratings()) {
      EXPECT_TRUE(std::isfinite(rating.elo) && std::isfinite(rating.low) && std::isfinite(rating.high));
      EXPECT_LE(rating.low, rating.elo);
      EXPECT_LT(std::abs(rating.elo), 20000);
    }
    for (Entrant a = 0; a < count; ++a)
      for (Entrant b = 0; b < count; ++b)
        EXPECT_NEAR(list.superiority(a, b) + list.superiority(b, a), 1, 1e-9);
    const auto settled = std::count(marked.begin(), marked.end(), false);
    if (settled == 0) continue;
    with_some += settled < static_cast<std::ptrdiff_t>(count) ? 1 : 0;
    expect_settled_as(list, ratings.solve({}, marked), marked);
  }
  EXPECT_GT(with_some, 50);
}

}  // namespace

}  // namespace quiver::tests
