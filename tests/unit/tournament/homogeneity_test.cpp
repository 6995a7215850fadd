// Whether some games have other results than the rest: the test finds differences, and no others.
#include "referee/tournament/ratings/homogeneity.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"

namespace quiver::tests {

using tournament::Stratum;
using tournament::test_homogeneity;

namespace {

// Games whose results are dealt with these chances of a win and a draw, in percent.
Stratum::Counts dealt(base::Random& random, int games, std::uint64_t win, std::uint64_t draw) {
  Stratum::Counts counts{};
  for (int k = 0; k < games; ++k) {
    const std::uint64_t number = random.below(100);
    ++counts[number < win ? 0 : number < win + draw ? 1 : 2];
  }
  return counts;
}

// How many of so many competitions of equal workers have a p-value below 0.05, in percent.
template <class Deal>
double share_below(Deal deal) {
  constexpr int kTimes = 2000;
  int below = 0;
  for (int k = 0; k < kTimes; ++k) {
    base::Random random(static_cast<std::uint64_t>(k) + 1);
    const auto test = test_homogeneity(deal(random));
    EXPECT_TRUE(test);
    below += test && test->p < 0.05 ? 1 : 0;
  }
  return 100.0 * below / kTimes;
}

}  // namespace

TEST(Homogeneity, OfOneTableIsPearsonsTest) {
  // Expected are 24, 16 and 20 in each row: 36/24 + 16/16 + 4/20, twice, and (n - 1) / n of that.
  const auto test = test_homogeneity({{{30, 12, 18}, {18, 20, 22}}});
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->chi_square, 2 * (36.0 / 24 + 16.0 / 16 + 4.0 / 20) * 119 / 120, 1e-9);
  EXPECT_EQ(test->degrees, 2U);
  EXPECT_NEAR(test->p, std::exp(-test->chi_square / 2), 1e-9);  // with two degrees of freedom
}

TEST(Homogeneity, AddsTablesUp) {
  const Stratum one{{30, 12, 18}, {18, 20, 22}};
  const Stratum other{{40, 0, 10}, {35, 0, 15}};  // without draws
  const auto both = test_homogeneity({one, other});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->degrees, 3U);
  EXPECT_NEAR(both->chi_square, test_homogeneity({one})->chi_square + test_homogeneity({other})->chi_square,
              1e-9);
}

TEST(Homogeneity, NeedsGames) {
  EXPECT_FALSE(test_homogeneity({}));
  EXPECT_FALSE(test_homogeneity({{{9, 0, 0}, {0, 0, 9}}})) << "4.5 are expected";
  EXPECT_TRUE(test_homogeneity({{{10, 0, 0}, {0, 0, 10}}}));
  EXPECT_FALSE(test_homogeneity({{{1000, 0, 0}, {0, 0, 0}}})) << "nobody to compare with";
  EXPECT_FALSE(test_homogeneity({{{50, 0, 0}, {50, 0, 0}}})) << "always the same result";
}

TEST(Homogeneity, PoolsSmallTables) {
  // In each pairing one game here and one there: nothing by itself.
  std::vector<Stratum> strata(40, Stratum{{0, 0, 1}, {1, 0, 0}});
  const auto test = test_homogeneity(strata);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->degrees, 1U);
  EXPECT_LT(test->p, 1e-6);
  for (std::size_t k = 0; k < strata.size(); k += 2) std::swap(strata[k].part, strata[k].rest);
  EXPECT_DOUBLE_EQ(test_homogeneity(strata)->p, 1);
}

TEST(Homogeneity, IsNotFooledByDifferentPairings) {
  // The part has played the strong entrant's games, and the rest the weak one's.
  const auto test = test_homogeneity({{{180, 0, 20}, {18, 0, 2}}, {{2, 0, 18}, {20, 0, 180}}});
  EXPECT_FALSE(test && test->p < 0.5);
}

TEST(Homogeneity, FindsNothingWhereNothingIs) {
  const double large = share_below([](base::Random& random) {
    return std::vector<Stratum>{{dealt(random, 60, 50, 20), dealt(random, 140, 50, 20)},
                                {dealt(random, 30, 70, 10), dealt(random, 170, 70, 10)}};
  });
  EXPECT_GT(large, 3);
  EXPECT_LT(large, 7);
  const double small = share_below([](base::Random& random) {
    std::vector<Stratum> strata;
    for (int k = 0; k < 60; ++k) {
      strata.push_back({dealt(random, 1, 60, 5), dealt(random, 3, 60, 5)});
      auto& [part, rest] = strata.back();
      if (part[0] + rest[0] < part[2] + rest[2]) std::swap(part[0], part[2]), std::swap(rest[0], rest[2]);
    }
    return strata;
  });
  EXPECT_GT(small, 2);
  EXPECT_LT(small, 8);
}

}  // namespace quiver::tests
