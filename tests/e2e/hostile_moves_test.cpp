// Every rule that a move can break, in each game: the seat is out, and the report names the rule.
#include "tests/e2e/hostile_game.hpp"

namespace quiver::tests {

namespace {

HostileCase illegal(const std::string& name, const std::string& move, const std::string& rule,
                    const Arguments& game, unsigned seat = 0) {
  return {name, "play " + move, "ILLEGAL_MOVE", rule + ": ", "", game, seat, ""};
}

// Seat 0 has queens on 1, 3, 5 and 9, seat 1 on 15, 19, 21 and 23; a row has five cells.
const Arguments kAmazons = {"amazons", "--size", "5"};
const HostileCase kInAmazons[] = {
    illegal("NoSuchCell", "amazons 1 25 2", "NO_SUCH_CELL", kAmazons),
    illegal("AnAbsurdCell", "amazons 4294967295 4294967295 4294967295", "NO_SUCH_CELL", kAmazons),
    illegal("NoQueenThere", "amazons 12 13 14", "NO_PIECE", kAmazons),
    illegal("AQueenOfAnotherSeat", "amazons 23 22 17", "NOT_YOUR_PIECE", kAmazons),
    illegal("TheQueenStays", "amazons 1 1 2", "NO_MOVEMENT", kAmazons),
    illegal("TheArrowStays", "amazons 1 6 6", "NO_MOVEMENT", kAmazons),
    illegal("TheQueenGoesNoLine", "amazons 1 14 13", "NOT_IN_LINE", kAmazons),
    illegal("TheArrowGoesNoLine", "amazons 1 6 13", "NOT_IN_LINE", kAmazons),
    illegal("TheQueenJumps", "amazons 1 4 8", "PATH_BLOCKED", kAmazons),
    illegal("TheArrowJumps", "amazons 1 2 4", "PATH_BLOCKED", kAmazons),
    illegal("TheQueenLandsOnAQueen", "amazons 1 3 8", "OCCUPIED", kAmazons),
    illegal("TheArrowLandsOnAQueen", "amazons 1 2 3", "OCCUPIED", kAmazons),
    illegal("IntoAHole", "amazons 1 14 13", "NOT_IN_LINE", {"amazons", "--board", "donut", "--size", "6"}),
    illegal("AMoveOfAnotherGame", "connect4 0", "NO_PIECE", kAmazons),
};

Arguments quoridor(const std::string& moves, const Arguments& more = {}) {
  return Arguments{"quoridor", "--size", "5", "--moves", moves} + more;
}
// 0: the pawn goes there; 1: a horizontal wall, 2: a vertical one. Seat 0 is on c1 = 22, seat 1 on c5 = 2.
const HostileCase kInQuoridor[] = {
    illegal("NoSuchCell", "quoridor 0 25", "NO_SUCH_CELL", quoridor("")),
    illegal("NoSuchCellForAWall", "quoridor 1 4294967295", "NO_SUCH_CELL", quoridor("")),
    illegal("NotAStep", "quoridor 0 0", "NOT_A_STEP", quoridor("")),
    illegal("ThroughAWall", "quoridor 0 17", "PATH_BLOCKED", quoridor("c1h c4")),
    illegal("OntoAnotherPawn", "quoridor 0 12", "OCCUPIED", quoridor("c2 c4 c3"), 1),
    illegal("PlacedInTheMiddle", "quoridor 0 12", "NOT_PLACED", quoridor("", {"--start", "placed"})),
    illegal("AWallBeforeThePawn", "quoridor 1 12", "NOT_PLACED", quoridor("", {"--start", "placed"})),
    illegal("NoWallsLeft", "quoridor 1 12", "NO_WALLS_LEFT", quoridor("a1h c4", {"--walls", "1"})),
    illegal("AWallOffTheBoard", "quoridor 1 4", "WALL_OFF_BOARD", quoridor("")),
    illegal("AWallTwice", "quoridor 1 16", "WALL_OVERLAPS", quoridor("b2h c4")),
    illegal("AWallOverHalfAnother", "quoridor 1 17", "WALL_OVERLAPS", quoridor("b2h c4")),
    illegal("AWallAcrossAnother", "quoridor 2 16", "WALL_CROSSES", quoridor("b2h c4")),
    illegal("AWallThatShutsSomebodyIn", "quoridor 2 23", "WALL_CLOSES", quoridor("a2h c2h")),
    illegal("AMoveOfAnotherGame", "amazons 1 2 3", "NO_PIECE", quoridor("")),
};

const Arguments kConnectFour = {"connect4", "--moves", "111111"};
const HostileCase kInConnectFour[] = {
    illegal("NoSuchColumn", "connect4 7", "NO_SUCH_CELL", kConnectFour),
    illegal("AnAbsurdColumn", "connect4 4294967295", "NO_SUCH_CELL", kConnectFour),
    illegal("AFullColumn", "connect4 0", "COLUMN_FULL", kConnectFour),
    illegal("AMoveOfAnotherGame", "quoridor 0 1", "NO_PIECE", kConnectFour),
};

}  // namespace

using IllegalMove = HostileGame;

TEST_P(IllegalMove, PutsTheSeatOutAndNamesTheRule) {
  const wire::Record record = play_beside_innocents(GetParam());
  expect_verdict(GetParam(), record);
  // The report names the move and the position too.
  const std::string& detail = record.seats[GetParam().seat].detail;
  EXPECT_NE(detail.find("(move "), std::string::npos) << detail;
  EXPECT_NE(detail.find("position hash "), std::string::npos) << detail;
}

INSTANTIATE_TEST_SUITE_P(Amazons, IllegalMove, testing::ValuesIn(kInAmazons), name_of_case);
INSTANTIATE_TEST_SUITE_P(Quoridor, IllegalMove, testing::ValuesIn(kInQuoridor), name_of_case);
INSTANTIATE_TEST_SUITE_P(ConnectFour, IllegalMove, testing::ValuesIn(kInConnectFour), name_of_case);

}  // namespace quiver::tests
