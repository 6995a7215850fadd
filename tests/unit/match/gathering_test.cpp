// Before the first move: seats connect, say that they are ready, or do not.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

TEST(MatchGathering, R24_BeginsWhenAllAreReady) {
  Table t = connect_four();
  EXPECT_EQ(t.connects(100, 1), Lines{"introduce 1"});
  EXPECT_EQ(t.connects(200, 0), Lines{"introduce 0"});
  EXPECT_EQ(t.is_ready(300, 1), Lines{});
  EXPECT_FALSE(t.match.playing());
  EXPECT_EQ(t.is_ready(400, 0), Lines{"to 0: turn 0 in 1000ms"});
  EXPECT_TRUE(t.match.playing());
  EXPECT_EQ(t.match.awaited(), seat(0));
}

TEST(MatchGathering, R4_WhoDoesNotConnectIsNotReady) {
  Table t = connect_four();
  t.connects(100, 1);
  t.is_ready(200, 1);
  EXPECT_EQ(t.deadline(), 10'000);
  EXPECT_EQ(t.time_passes(9'999), Lines{});
  EXPECT_EQ(t.time_passes(10'000), (Lines{"all 1: out 0 NOT_READY: it had not connected after 10.0 s",
                                          "all 1: end FORFEIT, winner 1, places 2 1", "over"}));
}

TEST(MatchGathering, R4_WhoIsNotReadyInTimeIsNotReady) {
  Table t = connect_four();
  t.connects(1'000, 0);
  t.connects(2'000, 1);
  t.is_ready(2'500, 0);
  EXPECT_EQ(t.deadline(), 7'000) << "its own 5 s, counted from its own connection";
  EXPECT_EQ(t.time_passes(7'000), (Lines{"all 01: out 1 NOT_READY: it had sent no Ready after 5.0 s",
                                         "all 01: end FORFEIT, winner 0, places 1 2", "over"}));
}

TEST(MatchGathering, R4_SaysWhatWasWaitedForWhereThatIsKnown) {
  Table t(setup_of(four_pawns()));
  for (const unsigned s : {0U, 1U, 3U}) t.connects(0, s);
  t.when(10, match::Waiting{seat(0), "", "it says: initialize() had not returned"});
  t.when(10, match::Waiting{seat(1), "", "it says: it reads its book"});
  t.connects(20, 1);  // anew: what was said before does not hold any more
  t.is_ready(30, 3);
  t.when(30, match::Waiting{seat(2), "it had connected but sent no Hello", ""});
  t.when(30, match::Waiting{seat(3), "", "it says: nothing, it is ready"});
  EXPECT_EQ(
      t.time_passes(5'000).front(),
      "all 013: out 0 NOT_READY: it had sent no Ready after 5.0 s; it says: initialize() had not returned");
  EXPECT_EQ(t.time_passes(5'020).front(), "all 13: out 1 NOT_READY: it had sent no Ready after 5.0 s");
  EXPECT_EQ(t.time_passes(10'000).front(),
            "all 3: out 2 NOT_READY: it had connected but sent no Hello after 10.0 s");
}

TEST(MatchGathering, R4_R12_BothAbsentAtOnceIsDrawn) {
  Table t = connect_four();
  EXPECT_EQ(t.time_passes(10'000), (Lines{"all : out 0 NOT_READY: it had not connected after 10.0 s",
                                          "all : out 1 NOT_READY: it had not connected after 10.0 s",
                                          "all : end FORFEIT, places 1 1", "over"}));
  EXPECT_EQ(t.deadline(), -1);
}

TEST(MatchGathering, R3_WhoEndsBeforeHelloHasCrashed) {
  Table t = connect_four();
  t.connects(100, 1);
  EXPECT_EQ(
      t.faults(200, 0, Reason::kCrashed, "exit status 1"),
      (Lines{"all 1: out 0 CRASHED: exit status 1", "all 1: end FORFEIT, winner 1, places 2 1", "over"}));
}

TEST(MatchGathering, R10_ThreeOfFourBeginWithoutTheAbsentOne) {
  Table t(setup_of(four_pawns()));
  for (const unsigned s : {1U, 2U, 3U}) t.connects(0, s), t.is_ready(0, s);
  EXPECT_EQ(t.time_passes(10'000),
            (Lines{"all 123: out 0 NOT_READY: it had not connected after 10.0 s", "to 1: turn 0 in 1000ms"}));
}

TEST(MatchGathering, R20_R24_ALateOneIsToldWhoIsOutAlready) {
  Table t(setup_of(four_pawns()));
  t.resigns(10, 2);
  EXPECT_EQ(t.connects(20, 0), (Lines{"introduce 0", "to 0: out 2 RESIGNED: it resigned"}));
}

TEST(MatchGathering, R24_AConnectionLostHasToBeReadyAnew) {
  Table t = connect_four();
  t.connects(0, 0);
  t.is_ready(0, 0);
  t.is_lost(10, 0);
  t.connects(20, 1);
  EXPECT_EQ(t.is_ready(30, 1), Lines{});
  EXPECT_EQ(t.connects(40, 0), Lines{"introduce 0"});
  EXPECT_EQ(t.is_ready(50, 0), Lines{"to 0: turn 0 in 1000ms"});
}

TEST(MatchGathering, R24_AConnectionReplacedHasToBeReadyAnew) {
  Table t = connect_four();
  t.connects(0, 0);
  t.is_ready(0, 0);
  EXPECT_EQ(t.connects(10, 0), Lines{"introduce 0"});
  EXPECT_FALSE(t.match.is_ready(seat(0))) << "the new connection has said nothing yet";
  t.connects(20, 1);
  EXPECT_EQ(t.is_ready(30, 1), Lines{});
  EXPECT_EQ(t.is_ready(40, 0), Lines{"to 0: turn 0 in 1000ms"});
}

TEST(MatchGathering, R5_WhoIsLostAndStaysAwayIsDisconnected) {
  Table t = connect_four();
  t.connects(0, 0);
  t.connects(0, 1);
  t.is_ready(0, 1);
  t.is_lost(1'000, 0);
  EXPECT_EQ(t.deadline(), 31'000);
  EXPECT_EQ(t.time_passes(31'000),
            (Lines{"all 1: out 0 DISCONNECTED: the connection was lost and not taken up again within 30.0 s",
                   "all 1: end FORFEIT, winner 1, places 2 1", "over"}));
}

TEST(MatchGathering, R14_AMoveBeforeTheFirstTurnIsOutOfTurn) {
  Table t = connect_four();
  t.connects(0, 0);
  EXPECT_EQ(t.plays(10, 0, "4"), Lines{"to 0: error OUT_OF_TURN"});
}

TEST(MatchGathering, ReadyOfSomebodyWhoIsNotThereCountsForNothing) {
  Table t = connect_four();
  EXPECT_EQ(t.is_ready(0, 0), Lines{});
  EXPECT_FALSE(t.match.is_ready(seat(0)));
}

TEST(MatchGathering, R23_AnOpeningIsToldBeforeTheFirstTurn) {
  auto setup = setup_of(started("connect4"));
  setup.opening = setup.start.parse_list("443").value();
  Table t(std::move(setup));
  EXPECT_EQ(t.connects(0, 0), (Lines{"introduce 0", "to 0: moved 0 at 0 4 after 0ms",
                                     "to 0: moved 1 at 1 4 after 0ms", "to 0: moved 0 at 2 3 after 0ms"}));
  t.connects(0, 1);
  t.is_ready(0, 0);
  EXPECT_EQ(t.is_ready(0, 1), Lines{"to 1: turn 3 in 1000ms"});
  EXPECT_EQ(t.match.record().opening, 3U);
  EXPECT_EQ(t.match.record().moves.size(), 3U);
}

TEST(MatchGathering, R9_R23_WhoAnOpeningBlocksIsOutFromTheStart) {
  auto setup = setup_of(started("amazons", on_map("0.12.3")));
  setup.opening = setup.start.parse_list("a1-b1/a1").value();
  Table t(std::move(setup));
  EXPECT_TRUE(t.match.is_out(seat(1)));
  EXPECT_EQ(t.connects(0, 0), (Lines{"introduce 0", "to 0: moved 0 at 0 a1-b1/a1 after 0ms",
                                     "to 0: out 1 BLOCKED: it cannot move"}));
  EXPECT_EQ(t.connects(0, 1), Lines{}) << "there is nothing for it but the end";
  t.connects(0, 2);
  t.connects(0, 3);
  t.is_ready(0, 0);
  t.is_ready(0, 2);
  EXPECT_EQ(t.is_ready(0, 3), Lines{"to 2: turn 1 in 1000ms"});
}

TEST(MatchGathering, R12_ThoseWhoAreMissedTogetherAreOutTogether) {
  Table t = connect_four();
  const Lines told = t.when(5, match::Missing{{seat(0), seat(1)}});
  EXPECT_EQ(told.back(), "over");
  EXPECT_FALSE(t.match.record().winner);
  EXPECT_EQ(t.match.record().seats[0].place, t.match.record().seats[1].place);
}

TEST(MatchGathering, R9_WhoCannotMoveAtTheStartIsOutFromTheStart) {
  // Given a board on which seat 0 is walled in.
  Table t(setup_of(started("amazons", on_map("0#1.2.3"))));
  EXPECT_TRUE(t.match.is_out(seat(0)));
  EXPECT_EQ(t.connects(0, 0), Lines{});
  EXPECT_EQ(t.connects(0, 1), (Lines{"introduce 1", "to 1: out 0 BLOCKED: it cannot move"}));
  t.connects(0, 2);
  t.connects(0, 3);
  t.is_ready(0, 1);
  t.is_ready(0, 2);
  EXPECT_EQ(t.is_ready(0, 3), Lines{"to 1: turn 0 in 1000ms"});
}

TEST(MatchGathering, AnIntroductionIsTheSeatsOwn) {
  auto setup = setup_of(started("connect4"));
  setup.seats[1].time.per_move = Millis(50);
  Table t(std::move(setup));
  const wire::Introduction one = t.match.introduction(seat(1));
  EXPECT_EQ(one.match, 7U);
  EXPECT_EQ(one.seat, seat(1));
  EXPECT_EQ(one.names, (Names{"bot0", "bot1"}));
  EXPECT_EQ(one.time.per_move, Millis(50));
  EXPECT_EQ(one.seed, 101U);
  EXPECT_EQ(one.ready, std::chrono::seconds(5));
  EXPECT_EQ(one.id, "some-id");
  EXPECT_TRUE(one.opening.empty());
}

TEST(MatchGathering, AnIntroductionHasTheMovesThatTheMatchBeginsWith) {
  auto setup = setup_of(started("connect4"));
  setup.opening = setup.start.parse_list("443").value();
  const Table t(std::move(setup));
  const auto column = [](std::uint32_t c) { return games::Move{games::ConnectFourMove{c}}; };
  EXPECT_EQ(t.match.introduction(seat(1)).opening, (std::vector{column(3), column(3), column(2)}));
}

}  // namespace

}  // namespace quiver::tests
