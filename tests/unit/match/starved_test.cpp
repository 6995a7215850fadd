// Bots that have to wait for a processor: their wait is recorded, and no time-out that is the machine's
// counts.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

match::Setup starvable(const wire::TimeControl& time) {
  match::Setup setup = with_time(setup_of(started("connect4")), time);
  for (auto& seat : setup.seats) seat.starvable = true;
  return setup;
}

Table starvable_table(const wire::TimeControl& time) {
  Table t(starvable(time));
  t.gathered();
  return t;
}

const wire::Record::SeatRecord& seat_of(const wire::Record& record, unsigned s) { return record.seats[s]; }

}  // namespace

TEST(StarvedMatch, R27_AMoveInTimeIsRecordedWithItsWait) {
  Table t = starvable_table(clocks(1000, {}));
  EXPECT_EQ(t.uses(400, 0, 100, 250), Lines{}) << "to measure is no event of the game";
  EXPECT_EQ(t.plays(400, 0, "4").front(), "all 01: moved 0 at 0 4 after 400ms")
      << "the clock ran all the same";
  const wire::Record record = t.match.record();
  EXPECT_EQ(record.moves[0].wait, Millis(250));
  EXPECT_EQ(record.moves[0].wall, std::nullopt);
  EXPECT_EQ(seat_of(record, 0).wait, Millis(250));
  EXPECT_EQ(seat_of(record, 1).wait, std::nullopt) << "it was never measured";
}

TEST(StarvedMatch, R27_AWaitIsAtMostTheTurn) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(400, 0, 100, 9'000);
  t.plays(400, 0, "4");
  EXPECT_EQ(t.match.record().moves[0].wait, Millis(400));
}

TEST(StarvedMatch, R27_WhoDidNotWaitIsOutInTime) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(1'000, 0, 1'000, 0);
  EXPECT_EQ(t.deadline(), 1'000);
  EXPECT_EQ(t.time_passes(1'000).front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
}

TEST(StarvedMatch, R27_TheDeadlineMovesOnByTheWait) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(1'000, 0, 700, 300);
  EXPECT_EQ(t.time_passes(1'000), Lines{});
  EXPECT_EQ(t.deadline(), 1'300);
  t.uses(1'300, 0, 900, 400);
  EXPECT_EQ(t.time_passes(1'300), Lines{});
  EXPECT_EQ(t.deadline(), 1'400);
  t.uses(1'400, 0, 1'000, 400);
  EXPECT_EQ(t.time_passes(1'400).front(), "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s")
      << "without its wait it had its whole second, and no move";
}

TEST(StarvedMatch, R27_AMoveThatWouldHaveBeenInTimeMakesTheGameVoid) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(1'000, 0, 700, 300);
  t.time_passes(1'000);
  t.uses(1'250, 0, 950, 300);
  EXPECT_EQ(t.plays(1'250, 0, "4"), (Lines{"all 01: end VOID", "over"}));
  const wire::Record record = t.match.record();
  EXPECT_EQ(record.sentence,
            "void: bot0 had to wait for a processor: its 1st move took 1.25 s of 1.0 s, and of that it "
            "waited 0.3 s");
  EXPECT_TRUE(seat_of(record, 0).starved);
  EXPECT_FALSE(seat_of(record, 1).starved);
  EXPECT_TRUE(wire::is_starved(record));
  EXPECT_EQ(seat_of(record, 0).wait, Millis(300));
  EXPECT_EQ(seat_of(record, 0).place, 0U);
}

TEST(StarvedMatch, R27_AMoveThatIsLateEvenSoCounts) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(1'000, 0, 700, 300);
  t.time_passes(1'000);
  t.uses(1'302, 0, 1'001, 300);
  EXPECT_EQ(t.plays_late(1'302, 1'301, 0, 0, "4").front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
  EXPECT_FALSE(wire::is_starved(t.match.record()));
  EXPECT_EQ(seat_of(t.match.record(), 0).wait, Millis(300)) << "and the record says what it waited";
}

TEST(StarvedMatch, R27_AWaitThatIsNotCountedYetBuysTimeAndNoVerdict) {
  Table t = starvable_table(clocks(1000, {}));
  // It slept for 200 ms, and is busy now: that may have been a wait.
  t.uses(1'000, 0, 800, 0, 200);
  EXPECT_EQ(t.time_passes(1'000), Lines{});
  EXPECT_EQ(t.deadline(), 1'200);
  t.uses(1'150, 0, 950, 0, 0);
  EXPECT_EQ(t.plays(1'150, 0, "4").front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s")
      << "it was not";
}

TEST(StarvedMatch, R27_ABotThatNeverRanIsNotOut) {
  Table t = starvable_table(clocks(1000, {}));
  int now = t.deadline();
  for (int k = 0; k < 20 && !t.match.over(); ++k, now = t.deadline()) {
    t.uses(now, 0, 0, 0, now);
    t.time_passes(now);
  }
  ASSERT_TRUE(t.match.over()) << "a machine that never lets it run is not waited for without end";
  EXPECT_EQ(now, -1);
  EXPECT_EQ(t.match.end(), wire::End::kVoid);
}

// It sleeps, and is awake whenever it is looked at. What was sleep is known once it has run again.
TEST(StarvedMatch, R27_ABotThatSleepsAndLooksBusyAtTheDeadlinesIsOut) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(1'000, 0, 1, 0, 999);
  EXPECT_EQ(t.time_passes(1'000), Lines{});
  EXPECT_EQ(t.deadline(), 1'999);
  t.uses(1'999, 0, 2, 0, 998);
  EXPECT_EQ(t.time_passes(1'999).front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
}

TEST(StarvedMatch, R27_WaitsOfEarlierMovesAreTheBanksNoMore) {
  Table t = starvable_table(clocks({}, 1000));
  t.uses(600, 0, 100, 500);
  t.plays(600, 0, "4");
  t.turn_sent(600, 1);
  t.uses(600, 1, 0, 0);
  EXPECT_EQ(t.plays(600, 1, "4").back(), "to 0: turn 2 in 400ms, bank 400ms, bank 1000ms");
  t.turn_sent(600, 0);
  t.uses(1'000, 0, 400, 0);
  EXPECT_EQ(t.time_passes(1'000), Lines{});
  EXPECT_EQ(t.deadline(), 1'500) << "without its first wait it would have 900 ms now";
  t.uses(1'400, 0, 800, 0);
  EXPECT_EQ(t.plays(1'400, 0, "4"), (Lines{"all 01: end VOID", "over"}));
}

TEST(StarvedMatch, R27_AnEarlierWaitIsNoExcuseWithATimePerMove) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(600, 0, 100, 500);
  t.plays(600, 0, "4");
  t.turn_sent(600, 1);
  t.plays(600, 1, "4");
  t.turn_sent(600, 0);
  t.uses(1'600, 0, 1'000, 0);
  EXPECT_EQ(t.time_passes(1'600).front(),
            "all 01: out 0 TIMEOUT: its 2nd move took more than 1.0 s of 1.0 s");
}

TEST(StarvedMatch, R27_NothingIsForgivenWhereTheOperatorSaysSo) {
  match::Setup setup = starvable(clocks(1000, {}));
  for (auto& seat : setup.seats) seat.starvable = false;
  Table t(std::move(setup));
  t.gathered();
  t.uses(1'000, 0, 100, 900);
  EXPECT_EQ(t.deadline(), 1'000);
  EXPECT_EQ(t.time_passes(1'000).front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
  EXPECT_EQ(seat_of(t.match.record(), 0).wait, Millis(900));
}

TEST(StarvedMatch, R27_NothingIsForgivenWhereNobodyCanTell) {
  Table t = starvable_table(clocks(1000, {}));
  t.when(1'000, match::Measured{seat(0), {Millis(100), std::nullopt, Millis(900)}});
  EXPECT_EQ(t.time_passes(1'000).front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
  EXPECT_EQ(seat_of(t.match.record(), 0).wait, std::nullopt);
}

TEST(StarvedMatch, R27_WhatOneUsedDoesNotCountForTheOther) {
  Table t = starvable_table(clocks(1000, {}));
  t.uses(500, 1, 0, 400);
  t.uses(1'000, 0, 1'000, 0);
  EXPECT_EQ(t.time_passes(1'000).front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
}

}  // namespace quiver::tests
