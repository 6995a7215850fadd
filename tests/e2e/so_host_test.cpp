// The course's players, shared libraries in C: what they are told, on every board, and what they cannot be
// told. The players themselves check all that they are told, and abort if it is wrong.
#include <algorithm>

#include "tests/e2e/hosts.hpp"

namespace quiver::tests {

namespace {

class SoHost : public Hosts {
 protected:
  // The queens that the player in seat 0 was given, two lines.
  std::string queens_on(const Arguments& board) {
    const auto records =
        match(board + Arguments{"--bot", course_player("course-amazons"), "--bot", "random", "--seed", "1"});
    if (records.size() != 1) return "";
    expect_clean(records[0]);
    return content_of_file(records[0].seats[0].log);
  }
  void expect_refused(const Arguments& board, const std::string& player, const std::string& what) {
    const bool four = std::find(board.begin(), board.end(), "--seats") != board.end();
    Arguments others = {"--bot", "random"};
    if (four) others = others + others + others;
    const auto records = match(board + Arguments{"--bot", course_player(player)} + others);
    ASSERT_EQ(records.size(), 1U);
    const auto& seat = records[0].seats[0];
    EXPECT_EQ(reason_of(records[0], 0), "CRASHED") << records[0].sentence;
    EXPECT_EQ(seat.detail, "it says: declined: the interface of the course's players " + what);
  }
};

}  // namespace

TEST_F(SoHost, PlaysAmazonsOnEveryShapeWithTheSameFileInBothSeats) {
  const std::string player = course_player("course-amazons");
  for (const Arguments& board :
       {Arguments{"--size", "5"}, Arguments{"--size", "20"}, Arguments{"--board", "donut", "--size", "9"},
        Arguments{"--board", "clover", "--size", "10"}, Arguments{"--board", "eight", "--size", "12"}}) {
    for (const auto& record : match(Arguments{"amazons", "--bot", player, "--bot", player} + board)) {
      expect_clean(record);
      expect_replays(record);
      for (const auto& seat : record.seats) EXPECT_EQ(seat.title, "Careful course");
    }
    const auto series = match(
        Arguments{"amazons", "--games", "4", "--swap", "--seed", "5", "--bot", player, "--bot", "random"} +
        board);
    ASSERT_EQ(series.size(), 4U);
    for (const auto& record : series) expect_clean(record);
  }
}

TEST_F(SoHost, PlaysQuoridorOnEveryShape) {
  const std::string player = course_player("course-quoridor");
  for (const Arguments& board :
       {Arguments{"--size", "5", "--walls", "3"}, Arguments{"--size", "9"},
        Arguments{"--board", "donut", "--size", "9"}, Arguments{"--board", "clover", "--size", "15"}}) {
    const Arguments game = Arguments{"quoridor", "--start", "placed", "--seed", "2"} + board;
    const auto both = match(game + Arguments{"--bot", player, "--bot", player});
    const auto series = match(game + Arguments{"--games", "4", "--swap", "--bot", player, "--bot", "random"});
    ASSERT_EQ(both.size() + series.size(), 5U);
    for (const auto& record : both) expect_clean(record);
    for (const auto& record : series) expect_clean(record);
    EXPECT_EQ(both[0].seats[1].title, "Careful walker");
    EXPECT_NE(moves_of(both[0]).find('h'), std::string::npos);
    EXPECT_NE(moves_of(both[0]).find('v'), std::string::npos);
    if (board[1] == "5") {
      EXPECT_EQ(content_of_file(both[0].seats[0].log), "walls 3\n");
    }
  }
}

TEST_F(SoHost, GivesTheQueensInTheCoursesOrder) {
  EXPECT_EQ(queens_on({"amazons", "--size", "5"}), "queens 1 3 5 9\nqueens 23 21 19 15\n");
  EXPECT_EQ(queens_on({"amazons"}), "queens 1 8 3 6 10 19 30 39\nqueens 98 91 96 93 89 80 69 60\n");
  EXPECT_EQ(queens_on({"amazons", "--start", "classic"}), "queens 96 93 69 60\nqueens 3 6 30 39\n");
  const std::string map = file("map", "1....\n.0.#.\n.....\n#...1\n.0...\n");
  EXPECT_EQ(queens_on({"amazons", "--board", map}), "queens 6 21\nqueens 0 19\n");
}

TEST_F(SoHost, SuppliesWhatALibraryIsNotLinkedWithAndNamesWhatItLacks) {
  const Arguments small = {"amazons", "--size", "5", "--bot"};
  const auto linked = match(small + Arguments{course_player("course-linked"), "--bot", "random"});
  expect_clean(linked.at(0));
  // Whoever does not call what is missing can play.
  const auto lacks = match(small + Arguments{course_player("course-calls-nothing"), "--bot", "random"});
  expect_clean(lacks.at(0));
  EXPECT_NE(content_of_file(lacks[0].seats[0].log).find("undefined symbol: a_function_that_nobody_has"),
            std::string::npos);
  const Arguments board = {"amazons", "--size", "5"};
  const auto calls = expect_out(board, course_player("course-calls-nothing", "call_missing"), "CRASHED",
                                "it says: player called exit(127) in play() (");
  EXPECT_NE(calls.seats[0].detail.find("undefined symbol: a_function_that_nobody_has"), std::string::npos);
  expect_out(board, course_player("course-needs-nothing"), "CRASHED",
             "undefined symbol: a_function_that_nobody_has");
  expect_out(board, course_player("course-partial"), "CRASHED",
             "cannot be used: it has no play(), finalize()");
  expect_out(board, file("text.so", "this is no library\n"), "CRASHED", "file too short");
}

TEST_F(SoHost, RefusesWhatTheInterfaceCannotExpress) {
  expect_refused({"amazons", "--seats", "4"}, "course-amazons", "has no words for 4 seats");
  expect_refused({"amazons", "--board", file("wide", "0.....\n......\n.....1\n")}, "course-amazons",
                 "has no words for a board that is not square");
  expect_refused({"amazons", "--board", file("uneven", "0...0\n.....\n.....\n.....\n....1\n")},
                 "course-amazons", "has no words for seats with unequal numbers of queens");
  expect_refused({"quoridor"}, "course-quoridor",
                 "has no words for pawns that are on the board from the start; play --start placed");
  expect_refused({"amazons", "--size", "5", "--moves", "b5-b4/b5 b1-b2/b1"}, "course-amazons",
                 "cannot tell a player its own moves, so a match cannot begin with one");
}

TEST_F(SoHost, IsNotBlamedInACheckForWhatItRefuses) {
  const Ran ran = quiver(
      {"check", course_player("course-amazons"), "--game", "amazons", "--move-time", "1m", "--tight", "50s"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("\n  declined  square 10, four seats"), std::string::npos) << ran.out;
  EXPECT_TRUE(ran.out.ends_with(" passed, 2 declined, 0 failed\n")) << ran.out;
}

TEST_F(SoHost, TellsTheOneMoveOfTheOpponentWithWhichAMatchBegins) {
  const auto records = match({"amazons", "--size", "5", "--moves", "b5-b4/b5", "--bot", "random", "--bot",
                              course_player("course-amazons")});
  ASSERT_EQ(records.size(), 1U);
  expect_clean(records[0]);
}

}  // namespace quiver::tests
