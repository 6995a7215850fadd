// The sequential test: closed forms, order, and how often it is wrong.
#include "referee/tournament/ratings/sprt.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"

namespace quiver::tests {

namespace {

using tournament::expected_score;
using tournament::Sprt;
using tournament::SprtPlan;

Sprt after(const SprtPlan& plan, const Sprt::Counts& counts) {
  Sprt sprt(plan);
  for (unsigned k = 0; k < counts.size(); ++k)
    for (std::uint64_t n = 0; n < counts[k]; ++n) sprt.add(k);
  return sprt;
}

TEST(SprtPlan, IsReadInAnyOrderAndHasDefaults) {
  const SprtPlan plan = Sprt::parse("beta=0.1,elo1=5,elo0=-2.5").value().plan();
  EXPECT_EQ(plan.elo0, -2.5);
  EXPECT_EQ(plan.elo1, 5);
  EXPECT_EQ(plan.alpha, 0.05);
  EXPECT_EQ(plan.beta, 0.1);
  EXPECT_EQ(Sprt::parse("").value().plan().elo1, 10);
}

TEST(SprtPlan, RefusesEverythingElse) {
  const auto refusal = [](std::string_view text) {
    const auto sprt = Sprt::parse(text);
    return sprt ? "" : sprt.error().sentence;
  };
  const std::string told = "a sequential test is written as elo0=0,elo1=10,alpha=0.05,beta=0.05, not as ";
  EXPECT_EQ(refusal("elo=3"), told + "\"elo=3\"");
  EXPECT_EQ(refusal("elo0"), told + "\"elo0\"");
  EXPECT_EQ(refusal("elo0=1,,elo1=2"), told + "\"\"");
  EXPECT_EQ(refusal("elo0=1,elo0=2"), "elo0 is given twice");
  EXPECT_EQ(refusal("elo0= 1"), "elo0: \" 1\" is not a number");
  EXPECT_EQ(refusal("elo1=1x"), "elo1: \"1x\" is not a number");
  EXPECT_EQ(refusal("elo1="), "elo1: \"\" is not a number");
  EXPECT_EQ(refusal("elo1=inf"), "elo1: \"inf\" is not a number");
  EXPECT_EQ(refusal("elo0=nan"), "elo0: \"nan\" is not a number");
  EXPECT_EQ(refusal("elo0=10"), "elo0 must be less than elo1");
  EXPECT_EQ(refusal("elo1=1001"), "elo0 and elo1 lie between -1000 and 1000");
  EXPECT_EQ(refusal("alpha=0"), "alpha and beta lie above 0, are at most 0.5 and not both 0.5");
  EXPECT_NE(refusal("beta=0.6"), "");
  EXPECT_NE(refusal("alpha=0.5,beta=0.5"), "");
}

TEST(Sprt, HasWaldsBounds) {
  const Sprt sprt(SprtPlan{0, 10, 0.05, 0.1});
  EXPECT_DOUBLE_EQ(sprt.lower(), std::log(0.1 / 0.95));
  EXPECT_DOUBLE_EQ(sprt.upper(), std::log(0.9 / 0.05));
  EXPECT_EQ(sprt.llr(), 0);
  EXPECT_EQ(sprt.state(), Sprt::State::kContinue);
}

// If pairs are only won or lost altogether, a pair is one throw of a coin.
TEST(Sprt, IsTheRatioOfTwoCoinsWhereThereAreTwoOutcomes) {
  const SprtPlan plan{0, 30, 0.05, 0.05};
  const double s0 = expected_score(0), s1 = expected_score(30);
  for (const auto& [lost, won] :
       std::vector<std::pair<std::uint64_t, std::uint64_t>>{{30, 30}, {10, 25}, {90, 60}}) {
    const double coins = static_cast<double>(won) * std::log(s1 / s0) +
                         static_cast<double>(lost) * std::log((1 - s1) / (1 - s0));
    EXPECT_NEAR(after(plan, {lost, 0, 0, 0, won}).llr(), coins, 0.01);
  }
}

// For many pairs and close hypotheses it is a parabola in the mean: N (s1 - s0) (2 mean - s0 - s1) / 2
// variance.
TEST(Sprt, IsNearTheNormalApproximation) {
  const Sprt::Counts counts{100, 900, 2000, 1000, 150};
  double n = 0, mean = 0, square = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    const double x = static_cast<double>(k) / 4, c = static_cast<double>(counts[k]);
    n += c, mean += c * x, square += c * x * x;
  }
  mean /= n;
  const double variance = square / n - mean * mean, s0 = expected_score(0), s1 = expected_score(5);
  const double normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
  EXPECT_NEAR(after({0, 5, 1e-9, 1e-9}, counts).llr(), normal, 0.02 * std::abs(normal));
}

TEST(Sprt, IsSymmetric) {
  const double up = after({-10, 10, 0.05, 0.05}, {3, 20, 40, 25, 6}).llr();
  const double down = after({-10, 10, 0.05, 0.05}, {6, 25, 40, 20, 3}).llr();
  EXPECT_NEAR(up, -down, 1e-9);
  EXPECT_GT(up, 0);
  EXPECT_NEAR(after({-10, 10, 0.05, 0.05}, {5, 20, 40, 20, 5}).llr(), 0, 1e-9);
}

TEST(Sprt, RisesWithEveryBetterPair) {
  const Sprt::Counts counts{5, 20, 40, 25, 6};
  double last = -1e9;
  for (unsigned k = 0; k < 5; ++k) {
    Sprt::Counts more = counts;
    more[k] += 5;
    const double llr = after({0, 20, 1e-9, 1e-9}, more).llr();
    EXPECT_GT(llr, last) << k;
    last = llr;
  }
}

TEST(Sprt, IsNeverOffTheScale) {
  for (const Sprt::Counts& counts :
       {Sprt::Counts{1}, Sprt::Counts{0, 0, 1}, Sprt::Counts{0, 0, 0, 0, 1}, Sprt::Counts{0, 0, 1000000},
        Sprt::Counts{1000000, 0, 0, 0, 1}, Sprt::Counts{0, 1000000}})
    for (const double elo : {-1000.0, -100.0, 0.0, 990.0})
      EXPECT_TRUE(std::isfinite(after({elo, elo + 10, 0.01, 0.01}, counts).llr()));
}

TEST(Sprt, StaysDecided) {
  Sprt sprt(SprtPlan{0, 40, 0.05, 0.05});
  while (sprt.state() == Sprt::State::kContinue) sprt.add(sprt.pairs() % 2 == 0 ? 4 : 2);
  EXPECT_EQ(sprt.state(), Sprt::State::kAcceptH1);
  EXPECT_GE(sprt.llr(), sprt.upper());
  for (int k = 0; k < 200; ++k) sprt.add(0);
  EXPECT_EQ(sprt.state(), Sprt::State::kAcceptH1);
  EXPECT_LT(sprt.llr(), sprt.lower());
}

// Two games from one opening that favours one seat by a quarter of a point; three in ten games are drawn.
unsigned pair_of_games(double score, base::Random& random) {
  constexpr double kDraws = 0.3;
  const double favour = random.below(2) == 0 ? 0.25 : -0.25;
  unsigned half_points = 0;
  for (const double mean : {score + favour, score - favour}) {
    const double thrown = static_cast<double>(random() >> 11) * 0x1p-53;
    half_points += thrown < mean - kDraws / 2 ? 2 : thrown < mean + kDraws / 2 ? 1 : 0;
  }
  return half_points;
}

// The share of wrong decisions stays within three standard errors of what was asked for, 0.05.
TEST(Sprt, IsWrongAsSeldomAsAskedFor) {
  constexpr int kTests = 2000;
  const double most = 0.05 + 3 * std::sqrt(0.05 * 0.95 / kTests);
  const SprtPlan plan{0, 40, 0.05, 0.05};
  base::Random random(20240229);
  for (const bool h1 : {false, true}) {
    int wrong = 0;
    for (int k = 0; k < kTests; ++k) {
      Sprt sprt(plan);
      while (sprt.state() == Sprt::State::kContinue)
        sprt.add(pair_of_games(expected_score(h1 ? plan.elo1 : plan.elo0), random));
      if ((sprt.state() == Sprt::State::kAcceptH1) != h1) ++wrong;
    }
    EXPECT_LE(wrong, most * kTests) << (h1 ? "H0 accepted" : "H1 accepted");
    EXPECT_GT(wrong, 0);
  }
}

// How long it takes from a given state on, by playing on with pairs as they came so far.
TEST(Sprt, EstimatesHowManyPairsAreLeft) {
  EXPECT_FALSE(Sprt({}).pairs_left().has_value());
  base::Random random(17);
  for (const Sprt::Counts& counts : {Sprt::Counts{30, 50, 80, 60, 40}, Sprt::Counts{10, 40, 100, 40, 10},
                                     Sprt::Counts{60, 40, 60, 30, 30}, Sprt::Counts{0, 10, 60, 30, 0}}) {
    const SprtPlan plan{0, 10, 0.05, 0.05};
    const Sprt start = after(plan, counts);
    if (start.state() != Sprt::State::kContinue) continue;
    double sum = 0;
    constexpr int kRuns = 200;
    for (int run = 0; run < kRuns; ++run) {
      Sprt sprt = start;
      int pairs = 0;
      for (; sprt.state() == Sprt::State::kContinue; ++pairs) {
        std::uint64_t at = random.below(start.pairs());
        unsigned outcome = 0;
        while (at >= counts[outcome]) at -= counts[outcome++];
        sprt.add(outcome);
      }
      sum += pairs;
    }
    const double mean = sum / kRuns;
    EXPECT_GT(*start.pairs_left(), mean / 2) << counts[0];
    EXPECT_LT(*start.pairs_left(), mean * 2) << counts[0];
  }
}

TEST(Sprt, HasNothingLeftOnceItIsDecided) {
  const Sprt decided = after({0, 10, 0.05, 0.05}, {0, 0, 0, 200, 800});
  EXPECT_EQ(decided.state(), Sprt::State::kAcceptH1);
  EXPECT_EQ(decided.pairs_left(), 0);
}

}  // namespace

}  // namespace quiver::tests
