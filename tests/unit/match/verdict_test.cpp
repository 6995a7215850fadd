// The referee's verdicts: what puts a seat out, and what everybody is told of it.
#include "client_sdk/base/random.hpp"
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

TEST(MatchVerdict, R1_AnIllegalMoveNamesRuleMoveAndPosition) {
  Table t(setup_of(started("amazons", on_map("0..1"))));
  t.gathered();
  const std::string hash = base::hex(t.match.position().hash());
  const std::string why = judged(t.match.position(), "a1-d1/b1").error().sentence;
  EXPECT_EQ(t.plays(10, 0, "a1-d1/b1"), (Lines{"all 01: out 0 ILLEGAL_MOVE: OCCUPIED: " + why +
                                                   " (move a1-d1/b1 at ply 0, position hash " + hash + ")",
                                               "all 01: end FORFEIT, winner 1, places 2 1", "over"}));
  EXPECT_EQ(t.match.record().seats[0].reason, Reason::kIllegalMove);
}

TEST(MatchVerdict, R1_AMoveToNoCellOfTheBoardIsIllegal) {
  Table t = gathered_connect_four();
  const games::Move nowhere = games::ConnectFourMove{4'000'000'000};
  const Lines lines = t.when(10, match::Played{seat(0), 0, nowhere, {}, at(10)});
  EXPECT_TRUE(lines.front().starts_with("all 01: out 0 ILLEGAL_MOVE: NO_SUCH_CELL: ")) << lines.front();
  Table u(setup_of(started("amazons", on_map("0..1"))));
  u.gathered();
  const games::Move off = games::AmazonsMove{Vertex{0}, Vertex{1}, Vertex{4'000'000'000}};
  const Lines more = u.when(10, match::Played{seat(0), 0, off, {}, at(10)});
  EXPECT_TRUE(more.front().starts_with("all 01: out 0 ILLEGAL_MOVE: NO_SUCH_CELL: ")) << more.front();
  Table v(setup_of(four_pawns()));
  v.gathered();
  const games::Move wall = games::QuoridorMove{games::QuoridorMove::Kind::kVertical, Vertex{4'000'000'000}};
  const Lines last = v.when(10, match::Played{seat(0), 0, wall, {}, at(10)});
  EXPECT_TRUE(last.front().starts_with("all 0123: out 0 ILLEGAL_MOVE: NO_SUCH_CELL: ")) << last.front();
}

TEST(MatchVerdict, R1_AMoveOfAnotherGameIsIllegal) {
  Table t = gathered_connect_four();
  const games::Move pawn = games::QuoridorMove{games::QuoridorMove::Kind::kPawn, Vertex{3}};
  const Lines lines = t.when(10, match::Played{seat(0), 0, pawn, {}, at(10)});
  EXPECT_EQ(lines.front(),
            "all 01: out 0 ILLEGAL_MOVE: NO_PIECE: this is a move of another game (move of "
            "another game at ply 0, position hash " +
                base::hex(started("connect4").hash()) + ")");
}

struct Fault {
  Reason reason;
  const char* name;
};

class MatchFault : public testing::TestWithParam<Fault> {};

TEST_P(MatchFault, R3_R6_R7_PutsASeatOutAtOnceOnTurnAndOff) {
  const auto [reason, name] = GetParam();
  for (const unsigned s : {0U, 1U}) {
    Table t = gathered_connect_four();
    const Lines lines = t.faults(10, s, reason, "as it was");
    EXPECT_EQ(lines, (Lines{"all 01: out " + std::to_string(s) + " " + name + ": as it was",
                            "all 01: end FORFEIT, winner " + std::to_string(1 - s) + ", places " +
                                (s == 0 ? "2 1" : "1 2"),
                            "over"}));
  }
}

INSTANTIATE_TEST_SUITE_P(Reasons, MatchFault,
                         testing::Values(Fault{Reason::kCrashed, "CRASHED"},
                                         Fault{Reason::kProtocolError, "PROTOCOL_ERROR"},
                                         Fault{Reason::kResourceLimit, "RESOURCE_LIMIT"},
                                         Fault{Reason::kDisconnected, "DISCONNECTED"}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(MatchVerdict, R8_ResignsOnTurnAndOff) {
  for (const unsigned s : {0U, 1U}) {
    Table t = gathered_connect_four();
    EXPECT_EQ(t.resigns(10, s).front(), "all 01: out " + std::to_string(s) + " RESIGNED: it resigned");
    EXPECT_TRUE(t.match.over());
  }
}

TEST(MatchVerdict, R9_BlockedIsToldAfterTheMoveThatCausedItAndNeverAsked) {
  Table t(setup_of(started("amazons", on_map("0.12.3"))));
  t.gathered();
  EXPECT_EQ(t.plays(10, 0, "a1-b1/a1"),
            (Lines{"all 0123: moved 0 at 0 a1-b1/a1 after 10ms", "all 0123: out 1 BLOCKED: it cannot move",
                   "to 2: turn 1 in 1000ms"}));
  EXPECT_EQ(t.plays(20, 2, "d1-e1/d1"),
            (Lines{"all 023: moved 2 at 1 d1-e1/d1 after 0ms", "all 023: out 0 BLOCKED: it cannot move",
                   "all 23: out 3 BLOCKED: it cannot move",
                   "all 0123: end PLAYED_OUT, winner 2, places 3 4 1 2", "over"}));
}

TEST(MatchVerdict, R9_AnEliminationMayBlockTheNext) {
  Table t(setup_of(started("amazons", on_map("0.123."))));
  t.gathered();
  EXPECT_EQ(t.resigns(10, 0), (Lines{"all 0123: out 0 RESIGNED: it resigned", "to 1: turn 0 in 1000ms"}))
      << "seat 1 can move to b1";
  EXPECT_EQ(t.resigns(20, 1),
            (Lines{"all 123: out 1 RESIGNED: it resigned", "all 23: out 2 BLOCKED: it cannot move",
                   "all 0123: end FORFEIT, winner 3, places 4 3 2 1", "over"}));
  EXPECT_EQ(t.match.record().moves.size(), 2U) << "x0 and x1: BLOCKED is no event of its own";
}

// --- out of turn

TEST(MatchVerdict, R13_ASettledPlyGetsAnErrorAndCountsForNothing) {
  Table t = gathered_connect_four();
  t.plays(10, 0, "4");
  for (int k = 0; k < 5; ++k) EXPECT_EQ(t.plays_late(20, 20, 0, 0, "4"), Lines{"to 0: error SETTLED"});
  EXPECT_EQ(t.plays_late(20, 20, 1, 0, "4"), Lines{"to 1: error SETTLED"}) << "to the seat to move too";
  EXPECT_FALSE(t.match.over());
  EXPECT_EQ(t.plays_late(30, 30, 0, 1, "4"), Lines{"to 0: error OUT_OF_TURN"}) << "its first one";
}

TEST(MatchVerdict, R6_R14_OutOfTurnOnceIsAnErrorTwiceIsTheEnd) {
  Table t = gathered_connect_four();
  EXPECT_EQ(t.plays(10, 1, "4"), Lines{"to 1: error OUT_OF_TURN"});
  EXPECT_EQ(t.plays(20, 1, "4").front(),
            "all 01: out 1 PROTOCOL_ERROR: a move for ply 0, out of turn, for the second time");
}

TEST(MatchVerdict, R14_AFuturePlyIsOutOfTurn) {
  Table t = gathered_connect_four();
  EXPECT_EQ(t.plays_late(10, 10, 0, 1, "4"), Lines{"to 0: error OUT_OF_TURN"});
  EXPECT_EQ(t.plays(20, 0, "4").front(), "all 01: moved 0 at 0 4 after 20ms") << "it may still play";
  EXPECT_EQ(t.plays_late(30, 30, 0, 4'000'000'000, "4").front(),
            "all 01: out 0 PROTOCOL_ERROR: a move for ply 4000000000, out of turn, for the second time");
}

TEST(MatchVerdict, R14_WhatTheSessionFindsMisplacedCountsToo) {
  Table t = gathered_connect_four();
  EXPECT_EQ(t.when(10, match::Misplaced{seat(0), "a move for match 9, which is not its own"}),
            Lines{"to 0: error OUT_OF_TURN"});
  EXPECT_EQ(t.plays_late(20, 20, 0, 5, "4").front(),
            "all 01: out 0 PROTOCOL_ERROR: a move for ply 5, out of turn, for the second time");
}

TEST(MatchVerdict, R14_EachSeatHasItsOwnCount) {
  Table t(setup_of(four_pawns()));
  t.gathered();
  for (const unsigned s : {1U, 2U, 3U})
    EXPECT_EQ(t.plays(10, s, "c2"), Lines{"to " + std::to_string(s) + ": error OUT_OF_TURN"});
  EXPECT_EQ(t.match.awaited(), seat(0));
}

// --- a position that changes while a seat thinks

class MatchStale : public testing::Test {
 protected:
  // All pawns meet in the middle; seat 1, on b3, may go to c2 past seat 0 on c3, and is thinking.
  MatchStale() : t(setup_of(four_pawns())) {
    t.gathered();
    t.play_all(0, "c2 b3 c4 d3 c3");
    t.turn_sent(0, 1);
  }
  Table t;
};

TEST_F(MatchStale, R15_AnEliminationIsToldWithANewTurnForTheSamePly) {
  EXPECT_EQ(t.resigns(400, 0), (Lines{"all 0123: out 0 RESIGNED: it resigned", "to 1: turn 5 in 600ms"}));
  EXPECT_EQ(t.deadline(), 1'000) << "its clock runs on";
}

TEST_F(MatchStale, R15_AMoveUnderWayThatHasBecomeIllegalIsPlayedAgain) {
  ASSERT_TRUE(is_legal(t.match.position(), "c2"));
  t.resigns(400, 0);
  EXPECT_EQ(t.plays(410, 1, "c2"), Lines{"to 1: error STALE"});
  EXPECT_FALSE(t.match.is_out(seat(1)));
  EXPECT_EQ(t.deadline(), 1'000);
  EXPECT_EQ(t.plays(420, 1, "c3").front(), "all 123: moved 1 at 5 c3 after 420ms");
}

TEST_F(MatchStale, R1_R15_ItIsForgivenOnce) {
  t.resigns(400, 0);
  t.plays(410, 1, "c2");
  EXPECT_TRUE(t.plays(420, 1, "c2").front().starts_with("all 123: out 1 ILLEGAL_MOVE: NOT_A_STEP"));
}

TEST_F(MatchStale, R13_R15_AMoveUnderWayThatIsStillLegalCounts) {
  t.resigns(400, 0);
  EXPECT_EQ(t.plays_late(410, 399, 1, 5, "b4").front(), "all 123: moved 1 at 5 b4 after 399ms");
  EXPECT_EQ(t.plays_late(420, 420, 1, 5, "c3"), Lines{"to 1: error SETTLED"}) << "its answer to the new Turn";
}

TEST_F(MatchStale, R1_R15_WithoutAnEliminationNothingIsForgiven) {
  EXPECT_TRUE(t.plays(410, 1, "a5").front().starts_with("all 0123: out 1 ILLEGAL_MOVE: NOT_A_STEP"));
}

TEST_F(MatchStale, R15_TheNextTurnIsJudgedAsEver) {
  t.resigns(400, 0);
  t.plays(410, 1, "b4");
  t.turn_sent(410, 2);
  EXPECT_TRUE(t.plays(420, 2, "a1").front().starts_with("all 123: out 2 ILLEGAL_MOVE"));
}

}  // namespace

}  // namespace quiver::tests
