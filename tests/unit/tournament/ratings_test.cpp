// Ratings: closed forms, a second way to the maximum, anchors, and results without a maximum.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "referee/tournament/ratings/rating_group.hpp"
#include "tests/unit/tournament/rated_games.hpp"

namespace quiver::tests {

namespace {

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// 600 won, 200 drawn, 200 lost. The interval by the delta method: a result has the variance
// v = 0.6 + 0.2 / 4 - s^2, the mean of 1000 v / 1000, and an Elo is ln 10 / 400 s (1 - s) of a point.
TEST(Ratings, OfTwoHaveAClosedForm) {
  Ratings ratings(2);
  add_games(ratings, 0, 1, 600, 200, 200);
  const RatingList list = ratings.solve(Anchor{1, 0});
  const double s = 0.7, variance = 0.6 + 0.2 / 4 - s * s;
  const double deviation = std::sqrt(variance / 1000) * 400 / (std::numbers::ln10 * s * (1 - s));
  const Rating& rating = list.ratings()[0];
  EXPECT_NEAR(rating.elo, elo_of(s), 1e-6);
  EXPECT_NEAR(rating.high - rating.elo, 1.96 * deviation, 0.005 * 1.96 * deviation);
  EXPECT_NEAR(rating.elo - rating.low, rating.high - rating.elo, 1e-9);
  EXPECT_EQ(rating.games, 1000U);
  EXPECT_TRUE(rating.rated);
  EXPECT_FALSE(rating.provisional);
}

TEST(Ratings, OfTwoAreSuperiorAsTheNormalDistributionSays) {
  for (const int more : {0, 3, 10, 30}) {
    Ratings ratings;
    add_games(ratings, 0, 1, 200 + more, 300, 200);
    const double n = 700 + more, s = (350 + more) / n;
    const double variance = (200 + more + 300 / 4.0) / n - s * s;
    const double deviation = std::sqrt(variance / n) / (s * (1 - s));
    const RatingList list = ratings.solve();
    EXPECT_NEAR(list.superiority(0, 1), normal_cdf(std::log(s / (1 - s)) / deviation), 0.003) << more;
    EXPECT_NEAR(list.superiority(1, 0), 1 - list.superiority(0, 1), 1e-12);
  }
}

// The same points three ways: without draws, with draws, and in pairs of games that the seat decides.
TEST(Ratings, AreNarrowerWithDrawsAndPairedOpenings) {
  Ratings decided, drawn, paired;
  add_games(decided, 0, 1, 220, 0, 180);
  add_games(drawn, 0, 1, 70, 300, 30);
  for (std::uint64_t pair = 0; pair < 200; ++pair) {
    add_game(paired, 0, 1, 1, pair);
    add_game(paired, 0, 1, pair < 20 ? 1 : 0, pair);
  }
  const auto width = [](const Ratings& ratings) {
    const RatingList list = ratings.solve();
    EXPECT_NEAR(list.ratings()[0].elo, elo_of(0.55) / 2, 1e-6);
    return list.ratings()[0].high - list.ratings()[0].low;
  };
  const double wide = width(decided);
  // Variance of a game 0.2475 against (70 + 75) / 400 - 0.3025 = 0.06, and of a pair 2 * 0.2475 against 0.09.
  EXPECT_NEAR(width(drawn) / wide, std::sqrt(0.06 / 0.2475), 0.02);
  EXPECT_NEAR(width(paired) / wide, std::sqrt(0.09 / 0.495), 0.02);
}

TEST(Ratings, DoNotDependOnTheOrderOfGames) {
  base::Random random(5);
  struct Game {
    Entrant a, b;
    double points;
    std::uint64_t cluster;
  };
  std::vector<Game> games;
  for (std::uint64_t k = 0; k < 400; ++k) {
    const auto a = static_cast<Entrant>(random.below(6));
    games.push_back({a, static_cast<Entrant>((a + 1 + random.below(5)) % 6),
                     0.5 * static_cast<double>(random.below(3)), random.below(40)});
  }
  Ratings forward, backward;
  for (const Game& game : games) add_game(forward, game.a, game.b, game.points, game.cluster);
  std::reverse(games.begin(), games.end());
  for (const Game& game : games) add_game(backward, game.b, game.a, 1 - game.points, game.cluster);
  const RatingList one = forward.solve(), other = backward.solve();
  for (Entrant e = 0; e < 6; ++e) {
    EXPECT_NEAR(one.ratings()[e].elo, other.ratings()[e].elo, 1e-7);
    EXPECT_NEAR(one.ratings()[e].low, other.ratings()[e].low, 1e-7);
  }
}

// The likelihood, climbed by each strength in turn with ever smaller steps.
std::vector<double> climb(const std::vector<std::vector<double>>& points) {
  const std::size_t n = points.size();
  std::vector<double> elo(n);
  const auto height = [&] {
    double sum = 0;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        if (points[a][b] > 0) sum -= points[a][b] * std::log1p(std::pow(10, (elo[b] - elo[a]) / 400));
    return sum;
  };
  double best = height();
  for (int halved = 0; halved < 21; ++halved)
    for (bool better = true; better;) {
      const double step = std::ldexp(128, -halved);
      better = false;
      for (std::size_t k = 0; k < n; ++k)
        for (const double way : {step, -step}) {
          elo[k] += way;
          const double now = height();
          if (now > best)
            best = now, better = true;
          else
            elo[k] -= way;
        }
    }
  const double mean = std::accumulate(elo.begin(), elo.end(), 0.0) / static_cast<double>(n);
  for (double& one : elo) one -= mean;
  return elo;
}

TEST(Ratings, AreTheMostLikely) {
  base::Random random(11);
  for (int trial = 0; trial < 10; ++trial) {
    const auto n = static_cast<Entrant>(3 + random.below(4));
    Ratings ratings(n);
    std::vector<std::vector<double>> points(n, std::vector<double>(n));
    for (Entrant a = 0; a < n; ++a)
      for (Entrant b = a + 1; b < n; ++b) {
        if (b > a + 1 && random.below(3) == 0) continue;  // not everybody meets everybody
        const int won = 1 + static_cast<int>(random.below(20)), drawn = static_cast<int>(random.below(10)),
                  lost = 1 + static_cast<int>(random.below(5));
        add_games(ratings, a, b, won, drawn, lost);
        points[a][b] += won + drawn / 2.0;
        points[b][a] += lost + drawn / 2.0;
      }
    const std::vector<double> expected = climb(points);
    const RatingList list = ratings.solve();
    for (Entrant e = 0; e < n; ++e)
      EXPECT_NEAR(list.ratings()[e].elo, expected[e], 0.05) << "trial " << trial;
  }
}

TEST(Ratings, CanBeAnchored) {
  Ratings ratings(3);
  add_games(ratings, 0, 1, 30, 10, 20);
  add_games(ratings, 1, 2, 30, 10, 20);
  const RatingList mean = ratings.solve(), anchored = ratings.solve(Anchor{1, 1500});
  double sum = 0;
  for (const Rating& rating : mean.ratings()) sum += rating.elo;
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_EQ(anchored.ratings()[1].elo, 1500);
  EXPECT_NEAR(anchored.ratings()[1].low, 1500, 1e-6);
  EXPECT_NEAR(anchored.ratings()[1].high, 1500, 1e-6);
  for (const Entrant e : {0U, 2U}) {
    EXPECT_NEAR(anchored.ratings()[e].elo - 1500, mean.ratings()[e].elo - mean.ratings()[1].elo, 1e-9);
    EXPECT_GT(anchored.ratings()[e].high, anchored.ratings()[e].elo + 10);
  }
  // 0 and 2 meet only through 1: from there each is known better than the other is from it.
  const RatingList from_end = ratings.solve(Anchor{0, 0});
  EXPECT_GT(from_end.ratings()[2].high - from_end.ratings()[2].low,
            from_end.ratings()[1].high - from_end.ratings()[1].low);
  EXPECT_NEAR(from_end.superiority(0, 2), anchored.superiority(0, 2), 1e-9);
}

TEST(Ratings, AreNoneWithoutGames) {
  const Ratings none, two(2);
  EXPECT_TRUE(none.solve().ratings().empty());
  EXPECT_FALSE(two.solve().ratings()[0].rated);
  EXPECT_FALSE(two.solve(Anchor{1, 0}).ratings()[1].rated);
  EXPECT_FALSE(two.solve(Anchor{7, 0}).ratings()[1].rated);
  EXPECT_EQ(two.solve().superiority(0, 1), 0.5);
}

TEST(Ratings, AreNoneForThoseWhoAreNotConnected) {
  Ratings ratings(7);
  add_games(ratings, 0, 1, 3, 0, 3);
  add_games(ratings, 2, 3, 4, 0, 3);
  add_games(ratings, 3, 4, 4, 0, 3);
  const auto rated = [&](const RatingList& list) {
    std::vector<Entrant> who;
    for (Entrant e = 0; e < 7; ++e)
      if (list.ratings()[e].rated) who.push_back(e);
    return who;
  };
  EXPECT_EQ(rated(ratings.solve()), (std::vector<Entrant>{2, 3, 4}));
  EXPECT_EQ(rated(ratings.solve(Anchor{1, 0})), (std::vector<Entrant>{0, 1}));
  EXPECT_TRUE(rated(ratings.solve(Anchor{5, 0})).empty());
  EXPECT_EQ(ratings.solve().superiority(0, 2), 0.5);
  EXPECT_FALSE(ratings.solve().ratings()[2].provisional);
  EXPECT_EQ(ratings.solve().ratings()[0].games, 6U);
}

// 10 of 10 becomes 10.5 of 11.
TEST(Ratings, AreNoneForThoseWhoAreSetAside) {
  Ratings all(4), without(4);
  for (Ratings* one : {&all, &without}) {
    add_games(*one, 0, 1, 30, 10, 20);
    add_games(*one, 1, 2, 25, 10, 15);
  }
  add_games(all, 3, 0, 20, 10, 5);
  const RatingList list = all.solve({}, {false, false, false, true});
  const RatingList expected = without.solve();
  EXPECT_FALSE(list.ratings()[3].rated);
  for (const Entrant e : {0U, 1U, 2U}) {
    EXPECT_NEAR(list.ratings()[e].elo, expected.ratings()[e].elo, 1e-9);
    EXPECT_NEAR(list.ratings()[e].low, expected.ratings()[e].low, 1e-9);
  }
}

TEST(Ratings, HaveNoGameOfFourInWhichOneIsSetAside) {
  tournament::RatingSums sums(5);
  sums.add(std::array<Entrant, 4>{0, 1, 2, 3}, std::array<std::uint32_t, 4>{1, 2, 3, 4}, 1);
  sums.add(std::array<Entrant, 4>{0, 1, 2, 4}, std::array<std::uint32_t, 4>{4, 3, 2, 1}, 2);
  EXPECT_EQ(tournament::find_group(sums, std::nullopt, {}).games.size(), 2U);
  const tournament::Group group =
      tournament::find_group(sums, std::nullopt, {false, false, false, true, false});
  EXPECT_EQ(group.who, (std::vector<Entrant>{0, 1, 2, 4}));
  ASSERT_EQ(group.games.size(), 1U) << "whichever seat the one set aside had";
  EXPECT_EQ(group.games[0].who[3], 3U) << "the number of the last one in the group";
}

TEST(Ratings, AreProvisionalWhereSomebodyWonEverything) {
  Ratings ratings(2);
  add_games(ratings, 0, 1, 10, 0, 0);
  const RatingList list = ratings.solve(Anchor{1, 0});
  EXPECT_TRUE(list.ratings()[0].provisional);
  EXPECT_NEAR(list.ratings()[0].elo, elo_of(10.5 / 11), 1e-6);
  EXPECT_GT(list.superiority(0, 1), 0.95);
  add_games(ratings, 0, 1, 0, 0, 1);
  EXPECT_FALSE(ratings.solve().ratings()[0].provisional);
}

// Two groups that are even within; one has won all games against the other.
TEST(Ratings, AreProvisionalWhereAGroupWonEverything) {
  Ratings ratings(4);
  add_games(ratings, 0, 1, 5, 0, 5);
  add_games(ratings, 2, 3, 5, 0, 5);
  add_games(ratings, 0, 2, 5, 0, 0);
  add_games(ratings, 1, 3, 5, 0, 0);
  const RatingList list = ratings.solve();
  for (const Rating& rating : list.ratings()) {
    EXPECT_TRUE(rating.provisional);
    EXPECT_LT(std::abs(rating.elo), 1000);
  }
  EXPECT_NEAR(list.ratings()[0].elo, list.ratings()[1].elo, 1e-6);
  // One draw is assumed of the ten games.
  EXPECT_NEAR(list.ratings()[0].elo - list.ratings()[2].elo, elo_of(10.5 / 11), 1e-6);
  add_games(ratings, 0, 2, 0, 1, 0);
  EXPECT_FALSE(ratings.solve().ratings()[0].provisional);
}

// Drawn pairs leave no scatter at all, but some doubt.
TEST(Ratings, LeaveSomeDoubtAfterDrawsAlone) {
  double last = 1e9;
  for (const int pairs : {1, 2, 5, 20}) {
    Ratings ratings;
    add_games(ratings, 0, 1, 0, 2 * pairs, 0);
    const Rating rating = ratings.solve(Anchor{1, 0}).ratings()[0];
    EXPECT_NEAR(rating.elo, 0, 1e-9);
    EXPECT_GT(rating.high, 15);
    EXPECT_LT(rating.high, last);
    last = rating.high;
  }
}

TEST(Ratings, SettleWhereResultsAreLopsided) {
  Ratings ratings;
  for (Entrant e = 0; e < 6; ++e) add_games(ratings, e, e + 1, 99999, 0, 1);
  const RatingList list = ratings.solve();
  for (Entrant e = 0; e < 6; ++e)
    EXPECT_NEAR(list.ratings()[e].elo - list.ratings()[e + 1].elo, elo_of(0.99999), 1e-3);
}

// The strengths are the same; the intervals are not, because the six hang together.
TEST(Ratings, TakeAGameOfFourAsSixResults) {
  Ratings four(4), six(4);
  const std::array<Entrant, 4> who{2, 0, 3, 1};
  std::uint64_t game = 0;
  for (const std::array<std::uint32_t, 4>& places :
       {std::array<std::uint32_t, 4>{1, 2, 3, 4}, {4, 3, 2, 1}, {1, 2, 2, 4}, {2, 1, 4, 3}, {1, 1, 1, 1}}) {
    four.add(who, places, ++game);
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b)
        add_game(six, who[a], who[b], places[a] < places[b] ? 1 : places[a] == places[b] ? 0.5 : 0, ++game);
  }
  const RatingList one = four.solve(), other = six.solve();
  for (Entrant e = 0; e < 4; ++e) {
    EXPECT_NEAR(one.ratings()[e].elo, other.ratings()[e].elo, 1e-6);
    EXPECT_EQ(one.ratings()[e].games, 5U);
  }
}

TEST(Ratings, TakeThreeHundredEntrants) {
  base::Random random(3);
  Ratings ratings(300);
  for (Entrant a = 0; a < 300; ++a)
    for (Entrant b = a + 1; b < 300; ++b)
      add_game(ratings, a, b, 0.5 * static_cast<double>(random.below(3)), 1);
  const RatingList list = ratings.solve();
  for (const Rating& rating : list.ratings()) {
    EXPECT_TRUE(rating.rated);
    EXPECT_LT(std::abs(rating.elo), 100);
    EXPECT_NEAR(rating.high - rating.low, 2 * 1.97 * 400 / std::numbers::ln10 * 4 * std::sqrt(1 / 6.0 / 299),
                12);
  }
}

}  // namespace

}  // namespace quiver::tests
