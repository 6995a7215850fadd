#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/e2e/run.hpp"

namespace quiver::tests {

TEST(MovesCommand, ListsLegalMovesInOrder) {
  EXPECT_EQ(run({"moves", "connect4", "--moves", "444444"}).out, "1\n2\n3\n5\n6\n7\n");
  const Ran ran = run({"moves", "quoridor", "--size", "5", "--walls", "0"});
  EXPECT_EQ(ran.out, "c2\nb1\nd1\n");
}

TEST(MovesCommand, ListsNothingWhenTheGameIsOver) {
  const Ran ran = run({"moves", "connect4", "--moves", "1212121"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "");
}

TEST(MovesCommand, ChecksALegalMove) {
  const Ran ran = run({"moves", "amazons", "--start", "classic", "--check", "d1-d7/g7"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "legal\n");
}

TEST(MovesCommand, SaysWhyAMoveIsIllegal) {
  const Ran ran = run({"moves", "amazons", "--start", "classic", "--check", "d1-d7/d10"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "the arrow lands on d10, where a queen stands\n");
  EXPECT_EQ(run({"moves", "quoridor", "--moves", "e3h", "--check", "f3h"}).out,
            "the wall f3h overlaps the wall e3h\n");
}

TEST(MovesCommand, ACellThatIsNotThereIsAnIllegalMove) {
  const Ran ran = run({"moves", "quoridor", "--check", "z99"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "there is no cell \"z99\" on this board; cells go from a1 to i9\n");
  EXPECT_EQ(run({"moves", "connect4", "--check", "8"}).exit_code, 1);
  EXPECT_EQ(run({"moves", "amazons", "--check", "400-1/2"}).exit_code, 1);
}

TEST(MovesCommand, AMoveThatDoesNotParseIsBadInput) {
  const Ran ran = run({"moves", "amazons", "--check", "d1d7g7"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1);
}

TEST(MovesCommand, StreamsALargeBoardUntilNobodyListens) {
  const std::string command =
      std::string(QUIVER_PROGRAM) + " moves amazons --size 1024 | head -n 1000 | wc -l";
  FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  char text[32] = {};
  ASSERT_NE(fgets(text, sizeof text, pipe), nullptr);
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_EQ(std::string(text), "1000\n");
}

TEST(PerftCommand, PrintsTheCountAlone) {
  EXPECT_EQ(run({"perft", "connect4", "--depth", "6"}).out, "117649\n");
  EXPECT_EQ(run({"perft", "connect4", "--depth", "6", "--bulk"}).out, "117649\n");
  EXPECT_EQ(run({"perft", "quoridor", "--depth", "0"}).out, "1\n");
  EXPECT_EQ(run({"perft", "amazons", "--start", "classic", "--size", "8", "--depth", "1"}).out, "1232\n");
}

TEST(PerftCommand, DividesByFirstMove) {
  const Ran ran = run({"perft", "connect4", "--rows", "4", "--cols", "4", "--depth", "3", "--divide"});
  EXPECT_EQ(ran.out, "1 16\n2 16\n3 16\n4 16\n64\n");
  EXPECT_EQ(
      run({"perft", "connect4", "--rows", "4", "--cols", "4", "--depth", "3", "--divide", "--bulk"}).out,
      ran.out);
}

TEST(PerftCommand, AGameThatEndedCountsNothing) {
  EXPECT_EQ(run({"perft", "connect4", "--moves", "1212121", "--depth", "1"}).out, "0\n");
  EXPECT_EQ(run({"perft", "connect4", "--moves", "121212", "--depth", "2"}).out, "42\n")
      << "one of the 7 first moves wins";
}

}  // namespace quiver::tests
