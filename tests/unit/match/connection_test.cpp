// Connections that are lost and taken up again.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

TEST(MatchConnection, R5_R19_LostOnTurnItsClockRunsOn) {
  Table t = gathered_connect_four();
  EXPECT_EQ(t.is_lost(300, 0), Lines{});
  EXPECT_EQ(t.deadline(), 1'000);
  EXPECT_EQ(t.time_passes(1'000), (Lines{"all 1: out 0 DISCONNECTED: the connection was lost, and its 1st "
                                         "move took more than 1.0 s of 1.0 s",
                                         "all 1: end FORFEIT, winner 1, places 2 1", "over"}));
}

TEST(MatchConnection, R5_R19_LostOffTurnTheReconnectWindowRuns) {
  Table t = gathered_connect_four();
  t.is_lost(300, 1);
  t.plays(400, 0, "4");
  EXPECT_EQ(t.deadline(), 1'400) << "now it is its turn, and its clock counts";
  Table u(with_time(setup_of(started("connect4")), clocks(50'000, {})));
  u.gathered();
  u.is_lost(300, 1);
  EXPECT_EQ(u.deadline(), 30'300);
  EXPECT_EQ(u.time_passes(30'300).front(),
            "all 0: out 1 DISCONNECTED: the connection was lost and not taken up again within 30.0 s");
}

TEST(MatchConnection, R19_TheClockOfASeatThatIsNotThereStartsWhenItsTurnComes) {
  Table t = gathered_connect_four();
  t.is_lost(300, 1);
  EXPECT_EQ(t.plays(400, 0, "4"), Lines{"all 0: moved 0 at 0 4 after 400ms"}) << "nobody to send a Turn to";
  EXPECT_EQ(t.match.awaited(), seat(1));
  EXPECT_EQ(t.connects(600, 1),
            (Lines{"introduce 1", "to 1: moved 0 at 0 4 after 400ms", "to 1: turn 1 in 800ms"}));
  t.turn_sent(650, 1);
  EXPECT_EQ(t.deadline(), 1'400) << "it did not start anew";
  EXPECT_EQ(t.plays(700, 1, "4").front(), "all 01: moved 1 at 1 4 after 300ms");
}

TEST(MatchConnection, R19_LostBeforeTheTurnWasSentTheClockStartsThen) {
  Table t(setup_of(started("connect4")));
  for (const unsigned s : {0U, 1U}) t.connects(0, s), t.is_ready(0, s);
  t.is_lost(200, 0);
  EXPECT_EQ(t.deadline(), 1'200);
}

TEST(MatchConnection, R20_WhoComesBackIsToldEverything) {
  Table t = gathered_connect_four();
  t.play_all(0, "44332");
  t.turn_sent(0, 1);
  t.is_lost(100, 1);
  EXPECT_EQ(t.connects(250, 1),
            (Lines{"introduce 1", "to 1: moved 0 at 0 4 after 0ms", "to 1: moved 1 at 1 4 after 0ms",
                   "to 1: moved 0 at 2 3 after 0ms", "to 1: moved 1 at 3 3 after 0ms",
                   "to 1: moved 0 at 4 2 after 0ms", "to 1: turn 5 in 750ms"}));
  EXPECT_EQ(t.match.resumes(seat(1)), 1U);
  EXPECT_EQ(t.match.resumes(seat(0)), 0U);
}

TEST(MatchConnection, R20_OffTurnThereIsNoTurn) {
  Table t = gathered_connect_four();
  t.is_lost(100, 1);
  EXPECT_EQ(t.connects(200, 1), Lines{"introduce 1"});
  EXPECT_EQ(t.deadline(), 1'000) << "the window is closed";
}

TEST(MatchConnection, R20_EliminationsAreToldAgainToo) {
  Table t(setup_of(four_pawns()));
  t.gathered();
  t.plays(10, 0, "c2");
  t.resigns(20, 2);
  t.is_lost(30, 3);
  EXPECT_EQ(t.connects(40, 3),
            (Lines{"introduce 3", "to 3: moved 0 at 0 c2 after 10ms", "to 3: out 2 RESIGNED: it resigned"}));
}

TEST(MatchConnection, R20_ANewConnectionTakesTheOldOnesPlace) {
  Table t = gathered_connect_four();
  EXPECT_EQ(t.connects(300, 0), (Lines{"introduce 0", "to 0: turn 0 in 700ms"}));
  EXPECT_EQ(t.plays(400, 0, "4").front(), "all 01: moved 0 at 0 4 after 400ms");
}

TEST(MatchConnection, R20_ThePlayersTimeIsNeverBelowZero) {
  Table t = gathered_connect_four();
  t.is_lost(100, 0);
  EXPECT_EQ(t.connects(5'000, 0), (Lines{"introduce 0", "to 0: turn 0 in 0ms"})) << "before TimePassed came";
}

TEST(MatchConnection, R21_WhoIsOutIsToldNothingButTheEnd) {
  Table t(setup_of(four_pawns()));
  t.gathered();
  EXPECT_EQ(t.resigns(10, 2).front(), "all 0123: out 2 RESIGNED: it resigned") << "its own, yes";
  EXPECT_EQ(t.plays(20, 0, "c2").front(), "all 013: moved 0 at 0 c2 after 20ms");
  EXPECT_EQ(t.plays(20, 2, "c2"), Lines{});
  EXPECT_EQ(t.resigns(20, 2), Lines{});
  EXPECT_EQ(t.is_ready(20, 2), Lines{});
  EXPECT_EQ(t.faults(20, 2, Reason::kCrashed, "exit status 1"), Lines{});
  EXPECT_EQ(t.when(20, match::Misplaced{seat(2), "whatever"}), Lines{});
  t.is_lost(30, 2);
  EXPECT_EQ(t.connects(40, 2), Lines{});
  EXPECT_EQ(t.match.record().seats[2].reason, Reason::kResigned) << "the first verdict stands";
  t.resigns(50, 1);
  EXPECT_EQ(t.resigns(60, 3).at(1), "all 0123: end FORFEIT, winner 0, places 1 3 4 2");
}

TEST(MatchConnection, R21_WhoIsAwayIsNotToldTheEnd) {
  Table t = gathered_connect_four();
  t.is_lost(100, 1);
  EXPECT_EQ(t.resigns(200, 0), (Lines{"all 0: out 0 RESIGNED: it resigned",
                                      "all 0: end FORFEIT, winner 1, places 2 1", "over"}));
}

TEST(MatchConnection, SecondLossWithoutAConnectionDoesNotRenewTheWindow) {
  Table t(with_time(setup_of(started("connect4")), clocks(50'000, {})));
  t.gathered();
  t.is_lost(300, 1);
  t.is_lost(20'000, 1);
  EXPECT_EQ(t.deadline(), 30'300);
}

TEST(MatchConnection, ANewConnectionIsNotReadyUntilItSaysSo) {
  Table t = gathered_connect_four();
  EXPECT_TRUE(t.match.is_ready(seat(1)));
  t.is_lost(100, 1);
  t.connects(200, 1);
  EXPECT_FALSE(t.match.is_ready(seat(1))) << "it may be building its graph: no pings yet";
  t.is_ready(300, 1);
  EXPECT_TRUE(t.match.is_ready(seat(1)));
}

}  // namespace

}  // namespace quiver::tests
