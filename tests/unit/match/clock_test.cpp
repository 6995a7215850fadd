// Clocks: what a seat has for a move, when it starts, and when it has ended.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

Table timed_connect_four(const wire::TimeControl& time) {
  return Table(with_time(setup_of(started("connect4")), time));
}

// Seat 0 is out on time, in these words.
Lines late(const std::string& detail) {
  return {"all 01: out 0 TIMEOUT: " + detail, "all 01: end FORFEIT, winner 1, places 2 1", "over"};
}

TEST(MatchClock, R17_PerMove) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  EXPECT_EQ(t.deadline(), 1'000);
  EXPECT_EQ(t.plays(900, 0, "4"), (Lines{"all 01: moved 0 at 0 4 after 900ms", "to 1: turn 1 in 1000ms"}));
  t.turn_sent(900, 1);
  EXPECT_EQ(t.plays(1'800, 1, "4"), (Lines{"all 01: moved 1 at 1 4 after 900ms", "to 0: turn 2 in 1000ms"}))
      << "each move has its own second";
}

TEST(MatchClock, IsSeenToRunOnceTheTurnIsOnItsWay) {
  Table t = timed_connect_four(clocks({}, 1000, 100));
  for (const unsigned s : {0U, 1U}) t.connects(0, s);
  EXPECT_FALSE(t.match.clock(at(0)).running) << "nobody has been asked";
  for (const unsigned s : {0U, 1U}) t.is_ready(0, s);
  EXPECT_FALSE(t.match.clock(at(100)).running);
  t.turn_sent(100, 0);
  EXPECT_EQ(t.match.clock(at(100)).running, seat(0));
  EXPECT_EQ(t.match.clock(at(350)).left, Millis(750));
  EXPECT_EQ(t.match.clock(at(5'000)).left, Millis(0)) << "no time is negative";
  t.plays(400, 0, "4");
  EXPECT_FALSE(t.match.clock(at(400)).running);
  EXPECT_EQ(t.match.bank(seat(0)), Millis(800));
  EXPECT_EQ(t.match.used(seat(0)), Millis(300));
  t.turn_sent(400, 1);
  EXPECT_EQ(t.match.clock(at(400)).running, seat(1));
  t.resigns(500, 1);
  EXPECT_FALSE(t.match.clock(at(500)).running);
}

TEST(MatchClock, R17_BankWithIncrement) {
  Table t = timed_connect_four(clocks({}, 1000, 100));
  for (const unsigned s : {0U, 1U}) t.connects(0, s);
  t.is_ready(0, 0);
  EXPECT_EQ(t.is_ready(0, 1), Lines{"to 0: turn 0 in 1000ms, bank 1000ms, bank 1000ms"});
  t.turn_sent(0, 0);
  EXPECT_EQ(t.plays(400, 0, "4"),
            (Lines{"all 01: moved 0 at 0 4 after 400ms", "to 1: turn 1 in 1000ms, bank 700ms, bank 1000ms"}));
  t.turn_sent(400, 1);
  EXPECT_EQ(t.plays(500, 1, "4"),
            (Lines{"all 01: moved 1 at 1 4 after 100ms", "to 0: turn 2 in 700ms, bank 700ms, bank 1000ms"}));
  t.turn_sent(500, 0);
  EXPECT_EQ(t.deadline(), 1'200);
  EXPECT_EQ(
      t.time_passes(1'200),
      late("its bank of 1.0 s, with 0.1 s more a move, ran out in its 2nd move, which took more than 0.7 s"));
  EXPECT_EQ(t.match.record().seats[0].left, Millis(0));
  EXPECT_EQ(t.match.record().seats[0].used, Millis(1'100));
  EXPECT_EQ(t.match.record().seats[1].left, Millis(1000));
}

TEST(MatchClock, R17_BothTheTighterOneCounts) {
  Table t = timed_connect_four(clocks(300, 500));
  t.gathered();
  EXPECT_EQ(t.deadline(), 300);
  EXPECT_EQ(t.plays(300, 0, "4").front(), "all 01: moved 0 at 0 4 after 300ms");
  t.turn_sent(300, 1);
  EXPECT_EQ(t.plays(400, 1, "4").back(), "to 0: turn 2 in 200ms, bank 200ms, bank 400ms");
  t.turn_sent(400, 0);
  EXPECT_EQ(t.deadline(), 600);
}

TEST(MatchClock, R17_TheCapCountsAlways) {
  for (const auto& time : {clocks(5000, {}, 0, 250), clocks({}, 5000, 0, 250), clocks(5000, 5000, 0, 250)}) {
    Table t = timed_connect_four(time);
    t.gathered();
    EXPECT_EQ(t.deadline(), 250);
    EXPECT_EQ(t.time_passes(250),
              late("its 1st move took more than 0.25 s, the longest that any move may take"));
  }
}

TEST(MatchClock, R17_SeatsMayHaveDifferentClocks) {
  auto setup = setup_of(started("connect4"));
  setup.seats[1].time = clocks({}, 3000);
  Table t(std::move(setup));
  for (const unsigned s : {0U, 1U}) t.connects(0, s);
  t.is_ready(0, 0);
  EXPECT_EQ(t.is_ready(0, 1), Lines{"to 0: turn 0 in 1000ms"}) << "it has no bank";
  EXPECT_EQ(t.plays(10, 0, "4").back(), "to 1: turn 1 in 3000ms, bank 0ms, bank 3000ms");
}

TEST(MatchClock, R18_StartsWhenTheTurnIsHandedToTheKernel) {
  Table t = timed_connect_four(clocks(1000, {}));
  for (const unsigned s : {0U, 1U}) t.connects(0, s), t.is_ready(0, s);
  EXPECT_EQ(t.deadline(), 90'000) << "no clock yet: the cap and the reconnect window";
  t.turn_sent(700, 0);
  EXPECT_EQ(t.deadline(), 1'700);
  t.turn_sent(900, 0);
  EXPECT_EQ(t.deadline(), 1'700) << "it starts once";
  EXPECT_EQ(t.plays(1'650, 0, "4").front(), "all 01: moved 0 at 0 4 after 950ms");
}

TEST(MatchClock, R5_R18_WhoNeverReadsItsTurnIsDisconnected) {
  Table t = timed_connect_four(clocks(1000, {}));
  for (const unsigned s : {0U, 1U}) t.connects(0, s), t.is_ready(0, s);
  EXPECT_EQ(t.time_passes(90'000).front(), "all 01: out 0 DISCONNECTED: it did not read what it was sent");
}

TEST(MatchClock, R18_AMoveReceivedBeforeItsClockStartedTookNoTime) {
  Table t = timed_connect_four(clocks({}, 1000));
  for (const unsigned s : {0U, 1U}) t.connects(0, s), t.is_ready(0, s);
  EXPECT_EQ(t.plays(400, 0, "4").front(), "all 01: moved 0 at 0 4 after 0ms") << "not even known to be sent";
  t.turn_sent(500, 1);
  EXPECT_EQ(t.plays_late(500, 450, 1, 1, "4").front(), "all 01: moved 1 at 1 4 after 0ms");
}

TEST(MatchClock, R18_AMoveReceivedInTimeCountsThoughReadLater) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  EXPECT_EQ(t.plays_late(5'000, 990, 0, 0, "4"),
            (Lines{"all 01: moved 0 at 0 4 after 990ms", "to 1: turn 1 in 1000ms"}));
}

TEST(MatchClock, R18_AMoveReceivedAtTheDeadlineIsInTime) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  EXPECT_EQ(t.plays_late(1'001, 1'000, 0, 0, "4").front(), "all 01: moved 0 at 0 4 after 1000ms");
}

TEST(MatchClock, R2_R18_AMoveReceivedAfterTheDeadlineIsNone) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  EXPECT_EQ(t.plays(1'001, 0, "4"), late("its 1st move took more than 1.0 s of 1.0 s"));
  EXPECT_TRUE(t.match.record().moves.size() == 1 && t.match.record().moves[0].notation == "x0");
}

TEST(MatchClock, R2_TimeoutComesAtTheDeadlineNotWithTheAnswer) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  EXPECT_EQ(t.time_passes(999), Lines{});
  EXPECT_EQ(t.time_passes(1'000), late("its 1st move took more than 1.0 s of 1.0 s"));
  EXPECT_EQ(t.plays(1'000, 0, "4"), Lines{}) << "too late, even for an Error";
}

TEST(MatchClock, R17_AnEmptyBankEndsAtOnceAndOnce) {
  Table t = timed_connect_four(clocks({}, 500));
  t.gathered();
  t.plays(500, 0, "4");
  t.turn_sent(500, 1);
  EXPECT_EQ(t.plays(600, 1, "4").back(), "to 0: turn 2 in 0ms, bank 0ms, bank 400ms");
  t.turn_sent(600, 0);
  EXPECT_EQ(t.deadline(), 600);
  EXPECT_EQ(t.time_passes(600), late("its bank of 0.5 s had run out before its 2nd move"));
}

TEST(MatchClock, R17_ABankRunsOutInAMoveOfItsOwnNumber) {
  Table t = timed_connect_four(clocks({}, 10'000));
  t.gathered();
  t.plays(7'700, 0, "4");
  t.turn_sent(7'700, 1);
  t.plays(7'700, 1, "4");
  t.turn_sent(7'700, 0);
  EXPECT_EQ(t.time_passes(10'000),
            late("its bank of 10.0 s ran out in its 2nd move, which took more than 2.3 s"));
}

TEST(MatchClock, R2_TheTimeOfATurnThatEndsASeatIsUsed) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  t.plays(400, 0, "4");
  t.turn_sent(400, 1);
  t.plays(500, 1, "4");
  t.turn_sent(500, 0);
  t.time_passes(1'700);  // a busy referee's own 200 ms are nobody's
  const wire::Record record = t.match.record();
  EXPECT_EQ(record.seats[0].used, Millis(1'400));
  EXPECT_EQ(record.seats[1].used, Millis(100));
  ASSERT_EQ(record.moves.size(), 3U);
  EXPECT_EQ(record.moves[2].notation, "x0");
  EXPECT_EQ(record.moves[2].took, Millis(1'000));
}

TEST(MatchClock, TheTimeOfATurnCountsForOtherEndsToo) {
  Table crashed = timed_connect_four(clocks({}, 1000));
  crashed.gathered();
  crashed.faults(300, 0, Reason::kCrashed, "signal 11");
  EXPECT_EQ(crashed.match.record().seats[0].used, Millis(300));
  EXPECT_EQ(crashed.match.record().seats[0].left, Millis(700));
  Table illegal = timed_connect_four(clocks({}, 1000));
  illegal.gathered();
  const games::Move nowhere = games::ConnectFourMove{4'000'000'000};
  illegal.when(900, match::Played{seat(0), 0, nowhere, {}, at(250)});
  EXPECT_EQ(illegal.match.record().seats[0].used, Millis(250)) << "until it was received";
  Table off_turn = timed_connect_four(clocks({}, 1000));
  off_turn.gathered();
  off_turn.resigns(300, 1);
  EXPECT_EQ(off_turn.match.record().seats[1].used, Millis(0));
}

TEST(MatchClock, NobodysClockRunsButTheMovers) {
  Table t = timed_connect_four(clocks(1000, {}));
  t.gathered();
  t.turn_sent(10, 1);
  t.plays(500, 0, "4");
  EXPECT_EQ(t.deadline(), 90'500) << "a TurnSent of before was not this seat's";
}

}  // namespace

}  // namespace quiver::tests
