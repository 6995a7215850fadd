// When a bot stops thinking, under each kind of clock.
#include "bots/search/time_manager.hpp"

#include <gtest/gtest.h>

namespace quiver::bots {

namespace {

using namespace std::chrono_literals;
using base::Duration;
using base::Time;

bot::TimeControl by_move(Duration move) {
  bot::TimeControl control;
  control.per_move = move;
  return control;
}

bot::TimeControl by_bank(Duration bank, Duration increment = 0ms) {
  bot::TimeControl control;
  control.bank = bank;
  control.increment = increment;
  return control;
}

const Time kNow{1h};

Duration budget(TimeManager& time, Duration left, unsigned moves_left, Time now = kNow) {
  return time.begin(bot::Deadline{now + left}, now, moves_left) - now;
}

}  // namespace

TEST(TimeManager, KeepsAMarginOfTheTimeOfAMove) {
  for (const Duration move : {50ms, 500ms, 5000ms}) {
    TimeManager time(by_move(move));
    const Duration thinks = budget(time, move, 40);
    EXPECT_LE(thinks, move - TimeManager::margin(move));
    EXPECT_GE(thinks, move * 6 / 10);
    for (int k = 0; k < 80; ++k) budget(time, move, 40);  // nothing ever kept it waiting
    EXPECT_GE(budget(time, move, 40), move * 79 / 100);
  }
  EXPECT_EQ(TimeManager::margin(50ms), 10ms);
  EXPECT_EQ(TimeManager::margin(1h), 200ms);
}

TEST(TimeManager, AnswersAtOnceWhereNoTimeIsLeft) {
  TimeManager move(by_move(20ms));
  EXPECT_GT(budget(move, 20ms, 1), 3ms);
  EXPECT_EQ(budget(move, 5ms, 1), 0ms);
  EXPECT_EQ(budget(move, -1ms, 1), 0ms);
  TimeManager bank(by_bank(1s));
  EXPECT_EQ(budget(bank, 5ms, 1), 0ms);
}

TEST(TimeManager, DoesNotWaitForACapAlone) {
  bot::TimeControl control;
  control.cap = 24h;
  TimeManager time(control);
  EXPECT_EQ(budget(time, 24h, 1), 5s);
  control.cap = 1s;
  TimeManager hurried(control);
  EXPECT_LE(budget(hurried, 1s, 1), 1s - TimeManager::margin(1s));
}

// A bank without increment lasts for a game that is twice as long as the bot thought at every move, even
// if every move costs a little more than what was thought.
TEST(TimeManager, MakesABankLast) {
  for (const Duration bank : {1s, 10s, 600s}) {
    TimeManager time(by_bank(bank));
    Time now = kNow;
    Duration left = bank;
    for (unsigned move = 0; move < 80; ++move) {
      const Duration limit = std::min<Duration>(left, 60s);
      const Time stop = time.begin(bot::Deadline{now + limit}, now, std::max(4U, 40 - std::min(40U, move)));
      ASSERT_LE(stop, now + limit) << "move " << move;
      left -= stop - now + 1ms;
      now = stop;
      time.end(now);
      now += 100ms;  // the others think
    }
    EXPECT_GT(left, 0ms) << base::format_duration(bank);
  }
}

TEST(TimeManager, SpendsAnIncrement) {
  TimeManager time(by_bank(2s, 1s));
  const Duration thinks = budget(time, 2s, 40);
  EXPECT_GT(thinks, 800ms);
  EXPECT_LT(thinks, 1s);
}

// With 10 minutes in the bank and 60 s a move, the deadline says 60 s for most of the game.
TEST(TimeManager, CountsABankThatTheDeadlineDoesNotShow) {
  TimeManager time(by_bank(10min));
  const Duration first = budget(time, 60s, 20);
  EXPECT_GT(first, 25s);
  time.end(kNow + 300s);
  const Duration second = budget(time, 60s, 20, kNow + 301s);
  EXPECT_LT(second, first * 6 / 10);
  EXPECT_GT(second, first * 4 / 10);
  // Once it is the bank that ends the move, the deadline is believed.
  EXPECT_LT(budget(time, 10s, 20, kNow + 302s), 500ms);
}

TEST(TimeManager, KeepsToTheShorterOfTwoClocks) {
  bot::TimeControl control = by_bank(10min);
  control.per_move = 100ms;
  TimeManager time(control);
  EXPECT_LE(budget(time, 100ms, 20), 100ms - TimeManager::margin(100ms));
  EXPECT_GT(budget(time, 100ms, 20), 75ms);
}

// Where the processor was taken away for 20 ms, it may be again just before the deadline.
TEST(TimeManager, StopsEarlierOnABusyMachine) {
  TimeManager time(by_move(50ms));
  const Time stop = time.begin(bot::Deadline{kNow + 50ms}, kNow, 1);
  EXPECT_FALSE(time.over(kNow + 1ms));
  EXPECT_FALSE(time.over(stop - 35ms));
  Time now = stop - 35ms;
  EXPECT_TRUE(time.over(now + 20ms)) << "30 ms have passed, and another such pause would be too long";
  EXPECT_LT(budget(time, 50ms, 1), 25ms) << "the next move remembers";
  for (int k = 0; k < 100; ++k) budget(time, 50ms, 1);
  EXPECT_GE(budget(time, 50ms, 1), 39ms) << "but not for ever";
}

}  // namespace quiver::bots
