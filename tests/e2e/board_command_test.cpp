#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/e2e/run.hpp"

namespace quiver::tests {

namespace {

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST(BoardCommand, DrawsTheEight) {
  const Ran ran = run({"board", "amazons", "--board", "eight", "--size", "12"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out,
            "12  .  0  .  .  0  .  .  0  .  .  0  .\n"
            "11  0  .  .  .  .  .  .  .  .  .  .  0\n"
            "10  .  .  .  .  .  .  .  .  .  .  .  .\n"
            " 9  .  .  .  .  .  .  #  #  #  .  .  .\n"
            " 8  0  .  .  .  .  .  #  #  #  .  .  0\n"
            " 7  .  .  .  .  .  .  #  #  #  .  .  .\n"
            " 6  .  .  .  #  #  #  .  .  .  .  .  .\n"
            " 5  1  .  .  #  #  #  .  .  .  .  .  1\n"
            " 4  .  .  .  #  #  #  .  .  .  .  .  .\n"
            " 3  .  .  .  .  .  .  .  .  .  .  .  .\n"
            " 2  1  .  .  .  .  .  .  .  .  .  .  1\n"
            " 1  .  1  .  .  1  .  .  1  .  .  1  .\n"
            "    a  b  c  d  e  f  g  h  i  j  k  l\n"
            "seat 0 to move, ply 0\n");
}

TEST(BoardCommand, DrawsArrowsAndWhoIsOut) {
  const Ran ran = run({"board", "amazons", "--size", "5", "--seats", "4", "--moves", "b5-b4/b3 x2"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "5  .  .  .  0  .\n"
            "4  3  0  .  .  1\n"
            "3  .  x  .  .  .\n"
            "2  3  .  .  .  1\n"
            "1  .  2  .  2  .\n"
            "   a  b  c  d  e\n"
            "seat 1 to move, ply 1, seat 2 is out\n");
}

TEST(BoardCommand, DrawsWallsAndHowManyAreLeft) {
  const Ran ran = run({"board", "quoridor", "--size", "5", "--moves", "c2 c2h b3v"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "5  .  .  1  .  .\n"
            "\n"
            "4  .  .| .  .  .\n"
            "       |\n"
            "3  .  .| .  .  .\n"
            "        -----\n"
            "2  .  .  0  .  .\n"
            "\n"
            "1  .  .  .  .  .\n"
            "\n"
            "   a  b  c  d  e\n"
            "seat 1 to move, ply 3\n"
            "seat 0 has 5 walls left, seat 1 has 5 walls left\n");
}

TEST(BoardCommand, DrawsConnectFourUpToTheWin) {
  const Ran ran = run({"board", "connect4", "--moves", "1,2,1,2,1,2,1"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "6  .  .  .  .  .  .  .\n"
            "5  .  .  .  .  .  .  .\n"
            "4  0  .  .  .  .  .  .\n"
            "3  0  1  .  .  .  .  .\n"
            "2  0  1  .  .  .  .  .\n"
            "1  0  1  .  .  .  .  .\n"
            "   1  2  3  4  5  6  7\n"
            "seat 0 has won, ply 7\n");
}

TEST(BoardCommand, FitsInto80ColumnsUpToSize25) {
  for (const char* game : {"amazons", "quoridor", "hex"}) {
    const Ran ran = run({"board", game, "--size", "25"});
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_LE(widest_line(ran.out), 80U) << game;
  }
}

TEST(BoardCommand, ColoursOnlyWhereTheyAreWanted) {
  const std::string escape = "\x1b[";
  EXPECT_NE(run({"board", "connect4", "--color", "always"}).out.find(escape), std::string::npos);
  EXPECT_EQ(run({"board", "connect4", "--color", "never"}).out.find(escape), std::string::npos);
  EXPECT_EQ(run({"board", "connect4"}).out.find(escape), std::string::npos) << "a file is not a terminal";
}

TEST(BoardCommand, ReadsMapFiles) {
  const TemporaryFile map("#0...\r\n.....\r\n..#..\r\n.....\r\n...1#\r\n");
  const Ran ran = run({"board", "amazons", "--board", map.path()});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out.substr(0, 18), "5  #  0  .  .  .\n4");
}

TEST(BoardCommand, PrintsArcsWithoutTheOnesAWallCuts) {
  const Ran whole = run({"board", "quoridor", "--size", "5", "--graph"});
  const Ran cut = run({"board", "quoridor", "--size", "5", "--graph", "--moves", "a1h"});
  EXPECT_EQ(count_lines(whole.out), 80U);
  EXPECT_EQ(count_lines(cut.out), 76U);
  EXPECT_NE(whole.out.find("\n20 15 1\n"), std::string::npos) << "a1 to a2, north";
  EXPECT_EQ(cut.out.find("\n20 15 1\n"), std::string::npos);
}

TEST(BoardCommand, PrintsThePositionAsJson) {
  const Ran ran = run({"board", "amazons", "--size", "5", "--moves", "b5-b4/b3", "--json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(count_lines(ran.out), 1U);
  EXPECT_NE(ran.out.find(R"("game":"amazons","rows":5,"columns":5)"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(R"("seats":[{"pieces":[3,5,6,9])"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(R"("arrows":[11])"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(R"("toMove":1)"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("graph"), std::string::npos);
  EXPECT_NE(run({"board", "amazons", "--size", "5", "--json", "--graph"}).out.find(R"("rowStarts":[0,3,)"),
            std::string::npos);
}

TEST(BoardCommand, SpeaksTheCoursesJson) {
  const std::string moves = R"([{"qsrc":4,"qdst":22,"adst":19}, {"qsrc":29,"qdst":17,"adst":3}])";
  const Ran ran = run({"board", "amazons", "--size", "6", "--moves", moves, "--course-json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, moves + "\n");
}

}  // namespace quiver::tests
