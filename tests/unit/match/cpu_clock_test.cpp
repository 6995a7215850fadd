// Clocks that charge CPU time, with a limit on the clock ten times as long behind it.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

Table by_cpu(wire::TimeControl time, unsigned cores = 1, bool starvable = false) {
  time.by_cpu = true;
  match::Setup setup = with_time(setup_of(started("connect4")), time);
  for (auto& seat : setup.seats) {
    seat.cores = cores;
    seat.starvable = starvable;
  }
  Table t(std::move(setup));
  t.gathered();
  return t;
}

constexpr const char* kOutOfCpu = "all 01: out 0 TIMEOUT: its 1st move used more than 1.0 s of CPU time";

}  // namespace

TEST(CpuClock, R28_ChargesWhatWasComputed) {
  Table t = by_cpu(clocks(1000, {}));
  t.uses(4'000, 0, 900);
  EXPECT_EQ(t.plays(4'000, 0, "4").front(), "all 01: moved 0 at 0 4 after 900ms");
  const wire::Record record = t.match.record();
  EXPECT_EQ(record.moves[0].took, Millis(900));
  EXPECT_EQ(record.moves[0].wall, Millis(4'000));
  EXPECT_EQ(record.seats[0].used, Millis(900));
  EXPECT_TRUE(record.seats[0].time.by_cpu);
}

TEST(CpuTime, IsInTheRecordOfEachMoveOfALaunchedBot) {
  Table t(with_time(setup_of(started("connect4")), clocks(5000, {})));
  t.gathered();
  t.uses(1'000, 0, 300);
  t.plays(1'000, 0, "4");
  t.turn_sent(1'000, 1);
  t.plays(1'500, 1, "4");  // remote: nobody measures it
  t.turn_sent(1'500, 0);
  t.uses(1'700, 0, 900);
  t.plays(1'700, 0, "4");
  const wire::Record record = t.match.record();
  EXPECT_EQ(record.moves[0].cpu, Millis(300));
  EXPECT_FALSE(record.moves[1].cpu);
  EXPECT_EQ(record.moves[2].cpu, Millis(200)) << "what it computed after its move is not of the turn";
}

TEST(CpuClock, R28_TakesItFromTheBank) {
  Table t = by_cpu(clocks({}, 1000, 100));
  t.uses(3'000, 0, 400);
  t.plays(3'000, 0, "4");
  EXPECT_EQ(t.match.bank(seat(0)), Millis(700));
}

TEST(CpuClock, R28_IsMeasuredWhenItCanHaveRunOutAtTheEarliest) {
  Table t = by_cpu(clocks(1000, {}));
  EXPECT_EQ(t.deadline(), 1'000);
  t.uses(1'000, 0, 400);
  EXPECT_EQ(t.time_passes(1'000), Lines{});
  EXPECT_EQ(t.deadline(), 1'600) << "600 ms are left to it";
  t.uses(1'600, 0, 1'000);
  EXPECT_EQ(t.time_passes(1'600), Lines{}) << "all of it, and no more";
  EXPECT_EQ(t.deadline(), 1'601);
  t.uses(1'601, 0, 1'001);
  EXPECT_EQ(t.time_passes(1'601).front(), kOutOfCpu);
}

TEST(CpuClock, R28_SeveralCoresUseItUpSooner) {
  Table t = by_cpu(clocks(1000, {}), 4);
  EXPECT_EQ(t.deadline(), 250);
  t.uses(250, 0, 600);
  EXPECT_EQ(t.time_passes(250), Lines{});
  EXPECT_EQ(t.deadline(), 350);
  t.uses(350, 0, 1'001);
  EXPECT_EQ(t.time_passes(350).front(), kOutOfCpu);
}

TEST(CpuClock, R28_AMoveThatUsedTooMuchIsLate) {
  Table t = by_cpu(clocks(1000, {}), 2);
  t.uses(900, 0, 1'100);
  EXPECT_EQ(t.plays(900, 0, "4").front(), kOutOfCpu);
}

TEST(CpuClock, R28_WhatIsComputedAfterTheMoveIsNotChargedAsFarAsThatCanBeTold) {
  Table t = by_cpu(clocks(1000, {}));
  t.uses(700, 0, 700);
  EXPECT_EQ(t.plays_late(700, 500, 0, 0, "4").front(), "all 01: moved 0 at 0 4 after 500ms");
}

TEST(CpuClock, R28_HasALimitOnTheClockBehindIt) {
  Table t = by_cpu(clocks(1000, {}));
  for (int now = 1'000; now < 10'000; now = t.deadline()) {
    t.uses(now, 0, 1);
    EXPECT_EQ(t.time_passes(now), Lines{});
    ASSERT_GT(t.deadline(), now);
  }
  EXPECT_EQ(t.deadline(), 10'000);
  t.uses(10'000, 0, 1);
  EXPECT_EQ(t.time_passes(10'000).front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 10.0 s, 10 times the CPU time that it had");
}

TEST(CpuClock, R28_AProcessThatCannotBeMeasuredAnyMoreIsNotAskedWithoutEnd) {
  Table t = by_cpu(clocks(1000, {}));
  for (int k = 0; k < 100 && !t.match.over(); ++k) {
    const int now = t.deadline();
    t.time_passes(now);
    if (!t.match.over()) {
      ASSERT_GT(t.deadline(), now);
    }
  }
  EXPECT_TRUE(t.match.over()) << "at the latest by the limit on the clock";
}

TEST(CpuClock, R28_ABotThatHadToWaitForTenTimesItsTimeIsNotOut) {
  Table t = by_cpu(clocks(1000, {}), 1, true);
  t.uses(10'000, 0, 500, 4'000);
  EXPECT_EQ(t.time_passes(10'000), Lines{});
  t.uses(12'000, 0, 900, 5'000);
  EXPECT_EQ(t.plays(12'000, 0, "4"), (Lines{"all 01: end VOID", "over"}));
}

TEST(CpuClock, R28_TheTurnTellsWhatIsLeft) {
  Table t = by_cpu(clocks(1000, {}));
  t.uses(3'000, 0, 300);
  t.is_lost(3'000, 0);
  EXPECT_EQ(t.connects(3'500, 0).back(), "to 0: turn 0 in 700ms");
}

}  // namespace quiver::tests
