// Which game gets which cores.
#include "referee/launch/cores/core_pool.hpp"

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"

namespace quiver::tests {

namespace {

using launch::Cores;
using launch::Cpu;
using Plan = std::vector<Cores>;

// Cores without a second hardware thread.
std::vector<Cpu> plain(int count) {
  std::vector<Cpu> cpus;
  for (int k = 0; k < count; ++k) cpus.push_back({k, k});
  return cpus;
}

}  // namespace

TEST(CorePlan, EachGameHasACoreOfItsOwn) {
  EXPECT_EQ(launch::plan_cores(plain(4), 1, 1), (Plan{{0}}));
  EXPECT_EQ(launch::plan_cores(plain(4), 3, 1), (Plan{{0}, {1}, {2}}));
}

TEST(CorePlan, OrAsManyAsItsBotsHaveThreads) {
  EXPECT_EQ(launch::plan_cores(plain(4), 2, 2), (Plan{{0, 1}, {2, 3}}));
  EXPECT_EQ(launch::plan_cores(plain(4), 1, 9), (Plan{{0, 1, 2, 3}})) << "there are no more";
  EXPECT_EQ(launch::plan_cores(plain(4), 1, 0), (Plan{{0}}));
}

TEST(CorePlan, MoreGamesThanCoresShareThemEvenly) {
  EXPECT_EQ(launch::plan_cores(plain(2), 5, 1), (Plan{{0}, {1}, {0}, {1}, {0}}));
  EXPECT_EQ(launch::plan_cores(plain(3), 2, 2), (Plan{{0, 1}, {0, 2}}));
}

TEST(CorePlan, SecondThreadsOfACoreComeLast) {
  // As many machines number them: 0 and 2 are one core, 1 and 3 another.
  const std::vector<Cpu> cpus{{0, 0}, {1, 1}, {2, 0}, {3, 1}};
  EXPECT_EQ(launch::plan_cores(cpus, 4, 1), (Plan{{0}, {1}, {2}, {3}}));
  // As others do: 0 and 1 are one core.
  const std::vector<Cpu> other{{0, 0}, {1, 0}, {2, 2}, {3, 2}};
  EXPECT_EQ(launch::plan_cores(other, 2, 1), (Plan{{0}, {2}}));
  EXPECT_EQ(launch::plan_cores(other, 1, 2), (Plan{{0, 2}}));
}

TEST(CorePlan, TakesOnlyWhatWasGiven) {
  EXPECT_EQ(launch::plan_cores({{5, 5}, {7, 7}}, 3, 1), (Plan{{5}, {7}, {5}}));
}

TEST(CorePool, WhatIsGivenBackIsTakenAgain) {
  launch::CorePool pool(plain(2));
  const Cores first = pool.take(1);
  const Cores second = pool.take(1);
  EXPECT_EQ(pool.num_idle(), 0U);
  EXPECT_EQ(pool.take_idle(1), std::nullopt);
  pool.give_back(first);
  EXPECT_EQ(pool.num_idle(), 1U);
  EXPECT_EQ(pool.take_idle(2), std::nullopt);
  EXPECT_EQ(pool.take_idle(1), std::optional(first));
  EXPECT_EQ(pool.num_taken(), 2U);
  pool.give_back(second);
  pool.give_back(first);
  EXPECT_EQ(pool.num_idle(), 2U);
  EXPECT_EQ(pool.num_taken(), 0U);
}

TEST(CorePool, CoresOfOtherProcessesComeLast) {
  launch::CorePool pool(plain(3));
  pool.set_foreign(0, true);
  EXPECT_EQ(pool.num_idle(), 2U);
  EXPECT_EQ(pool.take(1), Cores{1});
  EXPECT_EQ(pool.take(1), Cores{2});
  EXPECT_EQ(pool.take(1), Cores{1}) << "rather a core of one's own twice";
  EXPECT_FALSE(pool.has_foreign(pool.take(2)));
  EXPECT_TRUE(pool.has_foreign(pool.take(3)));
  pool.set_foreign(0, false);
  EXPECT_EQ(pool.take(1), Cores{0});
}

TEST(CorePool, NeverSharesACoreWhileOthersAreIdle) {
  SCOPED_TRACE(how_to_repeat());
  Dice random("cores");
  for (int round = 0; round < 200; ++round) {
    std::vector<Cpu> cpus;
    const int count = 1 + static_cast<int>(random.below(16));
    for (int k = 0; k < count; ++k) cpus.push_back({k, k / 2});
    launch::CorePool pool(cpus);
    std::vector<Cores> taken;
    std::map<int, int> users;
    for (int step = 0; step < 60; ++step) {
      if (!taken.empty() && random.below(2) == 0) {
        const std::size_t which = random.below(taken.size());
        for (const int id : taken[which]) --users[id];
        pool.give_back(taken[which]);
        taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(which));
        continue;
      }
      const std::size_t idle = pool.num_idle();
      taken.push_back(pool.take(1 + static_cast<unsigned>(random.below(4))));
      std::size_t fresh = 0;
      for (const int id : taken.back()) fresh += users[id]++ == 0 ? 1U : 0U;
      ASSERT_EQ(fresh, std::min(idle, taken.back().size()));
    }
    for (const Cores& one : taken) pool.give_back(one);
    ASSERT_EQ(pool.num_idle(), cpus.size());
  }
}

TEST(CrowdingWarning, IsGivenWhenGamesHaveToShare) {
  EXPECT_EQ(launch::crowding_warning(2, 2, 1), "");
  EXPECT_EQ(launch::crowding_warning(4, 2, 2), "");
  EXPECT_EQ(launch::crowding_warning(2, 0, 1), "") << "nobody knows how many there will be";
  EXPECT_EQ(launch::crowding_warning(2, 3, 1),
            "3 games at once on 2 cores: bots wait for each other while their clocks run, and search less in the "
            "same time; --concurrency 2 gives each game cores of its own");
  EXPECT_EQ(launch::crowding_warning(2, 1, 4),
            "1 game of up to 4 threads a bot on 2 cores: bots wait for each other while their clocks run, and "
            "search less in the same time");
}

}  // namespace quiver::tests
