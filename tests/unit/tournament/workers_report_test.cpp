// Each worker's results are compared with those of the others, and one that differs is found.
#include "referee/tournament/workers/workers_report.hpp"

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "referee/tournament/workers/machine_speed.hpp"
#include "referee/tournament/workers/time_scale.hpp"

namespace quiver::tests {

using store::ResultCount;
using tournament::test_workers;

namespace {

// Another number would mean that machines are compared by different work.
constexpr std::uint64_t kMeasuredWork = 62516;

// So many games between entrants a and b, of which a wins some.
std::vector<ResultCount> games_of(const std::string& worker, std::uint32_t a, std::uint32_t b,
                                  std::uint64_t games, std::uint64_t wins) {
  return {{worker, {{a, 1}, {b, 2}}, wins}, {worker, {{a, 2}, {b, 1}}, games - wins}};
}

void add(std::vector<ResultCount>& to, std::vector<ResultCount> more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

TEST(WorkersReport, FindsTheWorkerWhoseResultsAreTurnedRound) {
  std::vector<ResultCount> results;
  for (const char* worker : {"w1", "w2", "w3"}) add(results, games_of(worker, 0, 1, 100, 75));
  add(results, games_of("liar", 0, 1, 100, 25));
  add(results, games_of("", 0, 1, 20, 15));  // the coordinator's own
  const auto tests = test_workers({results});
  ASSERT_EQ(tests.size(), 4U);
  EXPECT_TRUE(tests.at("liar").differs);
  EXPECT_LT(tests.at("liar").p, 1e-9);
  EXPECT_EQ(tests.at("liar").degrees, 1U);
}

TEST(WorkersReport, FindsNobodyWhereAllAreHonest) {
  base::Random random(7);
  std::vector<ResultCount> results;
  for (int worker = 0; worker < 20; ++worker) {
    for (const std::uint32_t other : {1U, 2U}) {
      std::uint64_t wins = 0;
      for (int game = 0; game < 50; ++game) wins += random.below(10) < 7 ? 1U : 0U;
      add(results, games_of("w" + std::to_string(worker), 0, other, 50, wins));
    }
  }
  for (const auto& [worker, test] : test_workers({results})) EXPECT_FALSE(test.differs) << worker << test.p;
}

TEST(WorkersReport, ComparesGamesOfTheSameEntrantsOnly) {
  std::vector<ResultCount> results = games_of("w1", 0, 1, 100, 90);
  add(results, games_of("w2", 2, 3, 100, 10));
  EXPECT_TRUE(test_workers({results}).empty()) << "they have no pairing in common";
  // The same numbers of another event are other entrants.
  EXPECT_TRUE(test_workers({games_of("w1", 0, 1, 100, 90), games_of("w2", 0, 1, 100, 10)}).empty());
}

TEST(WorkersReport, AddsUpManyPairingsOfFewGames) {
  std::vector<ResultCount> results;
  for (std::uint32_t a = 0; a < 8; ++a)
    for (std::uint32_t b = a + 1; b < 8; ++b) {
      for (const char* worker : {"w1", "w2"}) add(results, games_of(worker, a, b, 2, 2));
      add(results, games_of("liar", a, b, 2, 0));
    }
  const auto tests = test_workers({results});
  EXPECT_TRUE(tests.at("liar").differs);
}

TEST(WorkersReport, SeesGamesOfFourByTheBestOfThem) {
  const auto four = [](const std::string& worker, std::uint32_t winner, std::uint64_t games) {
    ResultCount one{worker, {}, games};
    for (std::uint32_t e = 0; e < 4; ++e) one.seats.push_back({e, e == winner ? 1U : 2U});
    return one;
  };
  const auto tests = test_workers({{four("w1", 2, 40), four("w1", 0, 10), four("w2", 2, 40),
                                    four("w2", 1, 10), four("liar", 0, 40), four("liar", 2, 10)}});
  EXPECT_TRUE(tests.at("liar").differs);
  EXPECT_GT(tests.at("w1").p, tests.at("liar").p);
}

TEST(TimeScale, FollowsTheSpeedWithinItsBounds) {
  EXPECT_DOUBLE_EQ(tournament::time_scale(30000, 20000), 1.5);
  EXPECT_DOUBLE_EQ(tournament::time_scale(20000, 30000), 0.667);
  EXPECT_DOUBLE_EQ(tournament::time_scale(90000, 1000), 4);
  EXPECT_DOUBLE_EQ(tournament::time_scale(1000, 90000), 0.25);
}

TEST(TimeScale, MultipliesAllTimes) {
  using std::chrono::microseconds;
  using std::chrono::milliseconds;
  wire::TimeControl time;
  time.bank = milliseconds(10'000);
  time.increment = milliseconds(100);
  time.cap = milliseconds(60'000);
  const wire::TimeControl slow = tournament::scaled(time, 1.5);
  EXPECT_EQ(slow.bank, milliseconds(15'000));
  EXPECT_EQ(slow.increment, milliseconds(150));
  EXPECT_EQ(slow.cap, milliseconds(90'000));
  EXPECT_FALSE(slow.per_move);
  EXPECT_EQ(tournament::scaled(time, 1), time);
  time.per_move = microseconds(1);
  EXPECT_EQ(tournament::scaled(time, 0.25).per_move, microseconds(1)) << "never nothing";
  time.per_move = milliseconds(10);
  EXPECT_EQ(tournament::scaled(time, 0.667).per_move, microseconds(6670));
}

TEST(MachineSpeed, IsMeasuredByTheSameWorkEverywhere) {
  const std::uint64_t work = tournament::play_measured_games(1);
  EXPECT_EQ(work, kMeasuredWork);
  EXPECT_GT(tournament::play_measured_games(2), work);
}

}  // namespace quiver::tests
