// Every game on every kind of board that docs/rules.md allows: random bots play it out, and the record can
// be played again to the same end.
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

struct Board {
  std::string name;
  Arguments game;
  unsigned seats = 2;
  std::string map = {};  // the content of the map file, if there is one

  friend std::ostream& operator<<(std::ostream& out, const Board& one) { return out << one.name; }
};

const Board kAmazons[] = {
    {"Square5", {"amazons", "--size", "5"}},
    {"Square7", {"amazons", "--size", "7"}},
    {"Default", {"amazons"}},
    {"Square20", {"amazons", "--size", "20"}},
    {"Classic10", {"amazons", "--start", "classic"}},
    {"Classic8", {"amazons", "--size", "8", "--start", "classic"}},
    {"Donut6", {"amazons", "--board", "donut", "--size", "6"}},
    {"Donut9", {"amazons", "--board", "donut", "--size", "9"}},
    {"Clover5", {"amazons", "--board", "clover", "--size", "5"}},
    {"Clover10", {"amazons", "--board", "clover", "--size", "10"}},
    {"Eight8", {"amazons", "--board", "eight", "--size", "8"}},
    {"Eight12", {"amazons", "--board", "eight", "--size", "12"}},
    {"FourSeats", {"amazons", "--size", "6", "--seats", "4"}, 4},
    {"FourSeatsOnTheDefault", {"amazons", "--seats", "4"}, 4},
    {"Map", {"amazons"}, 2, "0..#1\n.....\n..#..\n.....\n1...0\n"},
    {"MapWithUnequalNumbers", {"amazons"}, 2, "0.0.0.\n......\n..##..\n......\n....1.\n"},
    {"MapOfFour", {"amazons"}, 4, "0...1\n.....\n..#..\n.....\n3...2\n"},
    {"MapOfFourWithUnequalNumbers", {"amazons"}, 4, "0.0.1\n.....\n..#.1\n.....\n3.2.2\n"},
    {"MapWithoutDigits", {"amazons"}, 2, ".....\n.....\n..#..\n.....\n.....\n"},
    {"MapOfThreeCells", {"amazons"}, 2, "0.1\n"},
};

const Board kQuoridor[] = {
    {"Square5", {"quoridor", "--size", "5"}},
    {"Square7", {"quoridor", "--size", "7"}},
    {"Default", {"quoridor"}},
    {"Square25", {"quoridor", "--size", "25", "--max-plies", "60"}},
    {"FourSeats", {"quoridor", "--size", "7", "--seats", "4"}, 4},
    {"FourSeatsOnTheDefault", {"quoridor", "--seats", "4"}, 4},
    {"Placed", {"quoridor", "--size", "7", "--start", "placed"}},
    {"PlacedByFour", {"quoridor", "--size", "7", "--start", "placed", "--seats", "4"}, 4},
    {"Clover5", {"quoridor", "--board", "clover", "--size", "5"}},
    {"Clover15", {"quoridor", "--board", "clover", "--size", "15", "--max-plies", "100"}},
    {"Donut9", {"quoridor", "--board", "donut", "--size", "9"}},
    {"WithoutWalls", {"quoridor", "--size", "5", "--walls", "0"}},
    {"DrawnAfterAFewMoves", {"quoridor", "--max-plies", "6"}},
    {"MapWithEvenSides", {"quoridor"}, 2, "..1...\n......\n..##..\n......\n......\n...0..\n"},
    {"MapWithTwoLengths", {"quoridor"}, 2, "...1..\n......\n......\n......\n..0...\n"},
    {"MapOfFour", {"quoridor"}, 4, "...2..\n......\n1.....\n.....3\n......\n...0..\n"},
};

const Board kConnectFour[] = {
    {"Default", {"connect4"}},
    {"Smallest", {"connect4", "--rows", "4", "--cols", "4"}},
    {"Largest", {"connect4", "--rows", "15", "--cols", "15"}},
    {"Flat", {"connect4", "--rows", "4", "--cols", "15"}},
    {"High", {"connect4", "--rows", "15", "--cols", "4"}},
    {"ThreeInLine", {"connect4", "--line", "3"}},
    {"SevenInLine", {"connect4", "--line", "7"}},
    {"Map", {"connect4"}, 2, ".....\n.....\n.....\n.....\n.....\n"},
};

const Board kHex[] = {
    {"Default", {"hex"}},
    {"Smallest", {"hex", "--size", "3"}},
    {"Largest", {"hex", "--size", "25"}},
    {"WithoutSwap", {"hex", "--size", "6", "--swap-rule", "off"}},
};

std::string name_of_board(const testing::TestParamInfo<Board>& info) { return info.param.name; }

class EveryBoard : public Stage, public testing::WithParamInterface<Board> {};

}  // namespace

TEST_P(EveryBoard, IsPlayedToTheEndAndCanBePlayedAgain) {
  // given the board, and a random bot for each seat
  Arguments game = GetParam().game;
  if (!GetParam().map.empty()) game = game + Arguments{"--board", file("map", GetParam().map)};
  Arguments match =
      Arguments{"match"} + game + patient_clock() + Arguments{"--json", "--strict", "--seed", "11"};
  for (unsigned s = 0; s < GetParam().seats; ++s) match = match + Arguments{"--bot", "random"};
  // when they play
  const Ran played = quiver(match);
  // then the game ends by its rules, and its record leads there again
  EXPECT_EQ(played.exit_code, 0);
  EXPECT_EQ(played.err, "");
  const auto records = records_in(played.out);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].seats.size(), GetParam().seats);
  expect_clean(records[0]);
  expect_replays(records[0]);
  // and the program itself agrees
  const Ran board = quiver(Arguments{"board"} + game + Arguments{"--json", "--moves", moves_of(records[0])});
  EXPECT_EQ(board.exit_code, 0) << board.err;
  EXPECT_NE(board.out.find("\"over\":true"), std::string::npos) << board.out;
}

INSTANTIATE_TEST_SUITE_P(Amazons, EveryBoard, testing::ValuesIn(kAmazons), name_of_board);
INSTANTIATE_TEST_SUITE_P(Quoridor, EveryBoard, testing::ValuesIn(kQuoridor), name_of_board);
INSTANTIATE_TEST_SUITE_P(ConnectFour, EveryBoard, testing::ValuesIn(kConnectFour), name_of_board);
INSTANTIATE_TEST_SUITE_P(Hex, EveryBoard, testing::ValuesIn(kHex), name_of_board);

}  // namespace quiver::tests
