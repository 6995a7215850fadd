// How long a bot had to wait for a processor: what counts, and what a bot cannot gain.
#include "referee/launch/starvation.hpp"

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"

namespace quiver::tests {

namespace {

using launch::starvation_of;
using launch::ThreadTimes;
using Threads = std::vector<ThreadTimes>;
using Micros = std::chrono::microseconds;

ThreadTimes thread(int ran, int waited, bool runnable = false) {
  return {Micros(ran), Micros(waited), Micros(0), runnable};
}

}  // namespace

TEST(Starvation, IsTheWaitOfABotWithOneThread) {
  const auto found = starvation_of({thread(20, 30)}, Micros(20), Micros(60));
  EXPECT_EQ(found.wait, Micros(30));
  EXPECT_EQ(found.unsettled, Micros(0)) << "it sleeps now";
  EXPECT_EQ(found.busy, 1U);
}

TEST(Starvation, CountsHowManyThreadsWantedToRunAtOnce) {
  EXPECT_EQ(
      starvation_of({thread(25, 0), thread(25, 0), thread(25, 0), thread(25, 0)}, Micros(100), Micros(100))
          .busy,
      1U)
      << "one after the other";
  EXPECT_EQ(starvation_of({thread(90, 0), thread(100, 0), thread(5, 0)}, Micros(195), Micros(100)).busy, 2U);
}

TEST(Starvation, ThreadsThatHelpTakeLittleOfIt) {
  EXPECT_EQ(starvation_of({thread(20, 30), thread(1, 0), thread(0, 2)}, Micros(21), Micros(60)).wait,
            Micros(29));
}

TEST(Starvation, ThreadsThatWaitForEachOtherDoNotCount) {
  Threads threads;
  for (int k = 0; k < 64; ++k) threads.push_back(thread(100, 6'300));
  const auto found = starvation_of(threads, Micros(6'400), Micros(6'400));
  EXPECT_EQ(found.wait, Micros(0));
  EXPECT_EQ(found.busy, 64U);
}

TEST(Starvation, NorDoTheyIfTheyHaveEndedMeanwhile) {
  // 63 others used the rest of 3200, and are gone; then this one slept.
  EXPECT_EQ(starvation_of({thread(50, 3'150)}, Micros(3'200), Micros(6'400)).wait, Micros(0));
}

TEST(Starvation, NorIfTheySleepAfterwards) {
  Threads threads;
  for (int k = 0; k < 64; ++k) threads.push_back(thread(50, 3'150));
  EXPECT_EQ(starvation_of(threads, Micros(3'200), Micros(6'400)).wait, Micros(0));
}

TEST(Starvation, OthersOnItsCoreDoCountBesideItsOwnThreads) {
  // Four threads on one core that somebody else has half of the time.
  Threads threads;
  for (int k = 0; k < 4; ++k) threads.push_back(thread(125, 875));
  EXPECT_EQ(starvation_of(threads, Micros(500), Micros(1'000)).wait, Micros(500));
}

TEST(Starvation, IsNeverMoreThanTheTurn) {
  EXPECT_EQ(starvation_of({thread(0, 900)}, Micros(0), Micros(500)).wait, Micros(500));
}

TEST(Starvation, AWaitThatBeganBeforeTheTurnCountsOnlyInIt) {
  // It had been waiting for 45 when the turn began, and the kernel counts a wait when it ends.
  EXPECT_EQ(starvation_of({thread(60, 85)}, Micros(60), Micros(100)).wait, Micros(40));
  // Sixteen threads of one bot on one core, each of which waited for the others already.
  Threads threads;
  for (int k = 0; k < 16; ++k) threads.push_back(thread(25, 375 + 45));
  const auto found = starvation_of(threads, Micros(400), Micros(400));
  EXPECT_EQ(found.wait, Micros(0));
  EXPECT_EQ(found.busy, 16U);
}

TEST(Starvation, WhatIsNotCountedYetMayBeAWait) {
  const auto found = starvation_of({thread(10, 20, true)}, Micros(10), Micros(100));
  EXPECT_EQ(found.wait, Micros(20));
  EXPECT_EQ(found.unsettled, Micros(70));
  EXPECT_EQ(starvation_of({thread(10, 0, true), thread(90, 0)}, Micros(100), Micros(100)).unsettled,
            Micros(0))
      << "another of its threads had the core";
}

TEST(Starvation, SleepIsKnownOnceTheThreadHasRunAgain) {
  launch::SleepLog log;
  log.note(Micros(10), Micros(90));
  EXPECT_EQ(log.asleep(), Micros(0)) << "it may have been waiting all the time since it ran";
  log.note(Micros(10), Micros(150));
  EXPECT_EQ(log.asleep(), Micros(0));
  log.note(Micros(11), Micros(200));
  EXPECT_EQ(log.asleep(), Micros(150)) << "its waits are counted now";
  launch::SleepLog waiting;
  waiting.note(Micros(10), Micros(90));
  waiting.note(Micros(20), Micros(5));
  EXPECT_EQ(waiting.asleep(), Micros(5)) << "the rest has been counted as a wait";
  ThreadTimes times = thread(11, 0, true);
  times.asleep = log.asleep();
  EXPECT_EQ(starvation_of({times}, Micros(11), Micros(211)).unsettled, Micros(50));
}

TEST(Starvation, NothingIsKnownOfNoThreads) {
  const auto found = starvation_of({}, Micros(10), Micros(100));
  EXPECT_EQ(found.wait, Micros(0));
  EXPECT_EQ(found.unsettled, Micros(0));
}

// One core, simulated: at each step the machine or one of the bot's runnable threads has it.
TEST(Starvation, IsNeverMoreThanTheMachineTook) {
  SCOPED_TRACE(how_to_repeat());
  Dice random("starvation");
  for (int round = 0; round < 500; ++round) {
    const std::size_t count = 1 + random.below(8);
    std::vector<bool> asleep(count, false);
    std::vector<int> ran(count, 0);
    std::vector<int> waited(count, 0);
    int taken = 0;
    const int steps = 200;
    for (int step = 0; step < steps; ++step) {
      for (std::size_t k = 0; k < count; ++k)
        if (random.below(8) == 0) asleep[k] = !asleep[k];
      std::vector<std::size_t> runnable;
      for (std::size_t k = 0; k < count; ++k)
        if (!asleep[k]) runnable.push_back(k);
      if (runnable.empty()) continue;
      const bool machine = random.below(3) == 0;
      taken += machine ? 1 : 0;
      const std::size_t has = machine ? count : runnable[random.below(runnable.size())];
      for (const std::size_t k : runnable) ++(k == has ? ran : waited)[k];
    }
    Threads threads;
    int cpu = 0;
    for (std::size_t k = 0; k < count; ++k) {
      cpu += ran[k];
      if (k % 3 != 2) threads.push_back(thread(ran[k], waited[k]));  // some have ended
    }
    const auto found = starvation_of(threads, Micros(cpu), Micros(steps));
    ASSERT_LE(found.wait, Micros(taken));
    if (count == 1) {
      ASSERT_EQ(found.wait, Micros(waited[0]));
    }
  }
}

}  // namespace quiver::tests
