// Whether 95 % intervals hold the true strength in 95 % of all tournaments: simulated ones, of known
// strengths.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "tests/unit/tournament/rated_games.hpp"

namespace quiver::tests {

namespace {

constexpr int kTournaments = 1000;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  double real() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

 private:
  base::Random random_;
};

// Strengths in Elo, evenly spaced around 0.
std::vector<double> strengths(Entrant entrants, double range) {
  std::vector<double> elo(entrants);
  for (Entrant e = 0; e < entrants; ++e) elo[e] = range * (static_cast<double>(e) / (entrants - 1) - 0.5);
  return elo;
}

struct Kind {
  double draws = 0;  // their share, as far as the weaker one's chances go
  double bias = 0;   // an opening moves that share of the weaker one's chances from one seat to the other
};

// Two games with the same opening and seats changed: the mean of both is what the strengths say.
void play_pair(Ratings& ratings, const std::vector<double>& elo, Entrant a, Entrant b, std::uint64_t cluster,
               const Kind& kind, Chance& chance) {
  const double p = 1 / (1 + std::pow(10, (elo[b] - elo[a]) / 400)), less = std::min(p, 1 - p);
  const double bias = chance.below(2) == 0 ? kind.bias * less : -kind.bias * less;
  for (const double mean : {p + bias, p - bias}) {
    const double drawn = kind.draws * std::min(mean, 1 - mean), thrown = chance.real();
    add_game(ratings, a, b, thrown < mean - drawn ? 1 : thrown < mean + drawn ? 0.5 : 0, cluster);
  }
}

struct Held {
  int intervals = 0, held = 0;         // all entrants of all tournaments
  int decided = 0, decided_right = 0;  // pairs of them with a superiority of at least 0.95 either way
  [[nodiscard]] double share() const { return static_cast<double>(held) / intervals; }
  [[nodiscard]] double right() const { return static_cast<double>(decided_right) / decided; }

  void look(const RatingList& list, const std::vector<double>& elo) {
    for (Entrant e = 0; e < elo.size(); ++e) {
      const Rating& rating = list.ratings()[e];
      ++intervals;
      if (rating.low <= elo[e] && elo[e] <= rating.high) ++held;
      for (Entrant other = 0; other < e; ++other) {
        const double sure = list.superiority(e, other);
        if (sure > 0.05 && sure < 0.95) continue;
        ++decided;
        if ((sure > 0.5) == (elo[e] > elo[other])) ++decided_right;
      }
    }
  }
};

using PlayGames = std::function<void(Ratings&, const std::vector<double>& elo, Chance&)>;
Held simulate(const std::vector<double>& elo, std::uint64_t seed, const PlayGames& play) {
  Chance chance(seed);
  Held held;
  for (int k = 0; k < kTournaments; ++k) {
    Ratings ratings(static_cast<std::uint32_t>(elo.size()));
    play(ratings, elo, chance);
    held.look(ratings.solve(), elo);
  }
  return held;
}

PlayGames round_robin(int pairs, const Kind& kind) {
  return [=](Ratings& ratings, const std::vector<double>& elo, Chance& chance) {
    std::uint64_t cluster = 0;
    for (Entrant a = 0; a < elo.size(); ++a)
      for (Entrant b = a + 1; b < elo.size(); ++b)
        for (int k = 0; k < pairs; ++k) play_pair(ratings, elo, a, b, ++cluster, kind, chance);
  };
}

void expect_right(const Held& held) {
  EXPECT_GT(held.share(), 0.925);
  EXPECT_LT(held.share(), 0.975);
  EXPECT_GT(held.right(), 0.95);
}

TEST(RatingCoverage, IsRightWithoutDraws) {
  expect_right(simulate(strengths(8, 200), 1, round_robin(4, {0, 0})));
}

TEST(RatingCoverage, IsRightWithDraws) {
  expect_right(simulate(strengths(8, 200), 2, round_robin(4, {0.5, 0})));
}

TEST(RatingCoverage, IsRightWithManyDraws) {
  expect_right(simulate(strengths(6, 150), 3, round_robin(10, {0.85, 0})));
}

TEST(RatingCoverage, IsRightWithBiasedOpenings) {
  expect_right(simulate(strengths(8, 200), 4, round_robin(4, {0.3, 0.8})));
}

TEST(RatingCoverage, IsRightForTwo) {
  expect_right(simulate(strengths(2, 60), 5, round_robin(60, {0.3, 0.5})));
}

TEST(RatingCoverage, IsRightFarApart) {
  expect_right(simulate(strengths(6, 600), 6, round_robin(25, {0.3, 0.3})));
}

TEST(RatingCoverage, IsRightWhereFewHaveMet) {
  expect_right(
      simulate(strengths(12, 200), 7, [](Ratings& ratings, const std::vector<double>& elo, Chance& chance) {
        std::uint64_t cluster = 0;
        for (const Entrant step : {1U, 2U, 5U})
          for (Entrant a = 0; a < 12; ++a)
            for (int k = 0; k < 2; ++k)
              play_pair(ratings, elo, a, (a + step) % 12, ++cluster, {0.3, 0.5}, chance);
      }));
}

TEST(RatingCoverage, IsRightInAGauntlet) {
  expect_right(
      simulate(strengths(6, 200), 8, [](Ratings& ratings, const std::vector<double>& elo, Chance& chance) {
        std::uint64_t cluster = 0;
        for (Entrant b = 1; b < 6; ++b)
          for (int k = 0; k < 20; ++k) play_pair(ratings, elo, 0, b, ++cluster, {0.3, 0.5}, chance);
      }));
}

// First, then second and so on, each drawn by strength from those who are left (so that any two are in the
// order that their strengths say).
void play_four(Ratings& ratings, const std::vector<double>& elo, std::vector<Entrant> who, Chance& chance) {
  std::vector<Entrant> ranking;
  while (!who.empty()) {
    double all = 0;
    for (const Entrant e : who) all += std::pow(10, elo[e] / 400);
    double thrown = chance.real() * all;
    std::size_t k = 0;
    while (k + 1 < who.size() && (thrown -= std::pow(10, elo[who[k]] / 400)) > 0) ++k;
    ranking.push_back(who[k]);
    who.erase(who.begin() + static_cast<std::ptrdiff_t>(k));
  }
  ratings.add(ranking, std::vector<std::uint32_t>{1, 2, 3, 4}, 0);
}

TEST(RatingCoverage, IsRightForGamesOfFour) {
  expect_right(
      simulate(strengths(8, 300), 9, [](Ratings& ratings, const std::vector<double>& elo, Chance& chance) {
        for (int k = 0; k < 60; ++k) {
          std::vector<Entrant> who;
          while (who.size() < 4) {
            const auto e = static_cast<Entrant>(chance.below(elo.size()));
            if (std::find(who.begin(), who.end(), e) == who.end()) who.push_back(e);
          }
          play_four(ratings, elo, who, chance);
        }
      }));
}

// With very few games intervals may hold too often, never too seldom.
TEST(RatingCoverage, IsOnTheSafeSideWithFewGames) {
  for (const auto& [entrants, pairs] : std::vector<std::pair<Entrant, int>>{{2, 3}, {3, 1}, {4, 2}, {10, 1}})
    EXPECT_GT(simulate(strengths(entrants, 200), 10, round_robin(pairs, {0.3, 0.3})).share(), 0.94)
        << entrants << " entrants, " << pairs << " pairs";
}

}  // namespace

}  // namespace quiver::tests
