// quiver solve as a user runs it: a position, many positions, and what is none.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <sys/wait.h>

#include <gtest/gtest.h>

#include "tests/e2e/program.hpp"
#include "tests/e2e/run.hpp"

namespace quiver::tests {

namespace {

// With these lines on standard input.
Ran solved(const std::string& lines, const std::string& options = "") {
  const TemporaryFile in(lines);
  const TemporaryFile out("");
  const TemporaryFile err("");
  const std::string command = std::string(QUIVER_PROGRAM) + " solve connect4 --stdin " + options + " < " +
                              in.path() + " > " + out.path() + " 2> " + err.path();
  const int status = std::system(command.c_str());
  return {content_of_file(out.path()), content_of_file(err.path()), WEXITSTATUS(status)};
}

}  // namespace

TEST(SolveCommand, PrintsTheScoreAndTheBestColumns) {
  const Ran ran = run({"solve", "connect4", "--moves", "44553"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "score -18: seat 0 wins with move 7\nbest 1 2 3 4 5 6 7\n");
  EXPECT_EQ(run({"solve", "connect4", "--moves", "4455"}).out,
            "score 18: seat 0 wins with move 7\nbest 3 6\n");
  EXPECT_EQ(run({"solve", "connect4", "--moves", "172737", "--threads", "2", "--hash", "1"}).out,
            "score 18: seat 0 wins with move 7\nbest 4\n");
}

TEST(SolveCommand, SolvesOtherBoardsToo) {
  EXPECT_EQ(run({"solve", "connect4", "--rows", "4", "--cols", "4"}).out, "score 0: a draw\nbest 1 2 3 4\n");
  EXPECT_EQ(run({"solve", "connect4", "--rows", "5", "--cols", "5", "--line", "3"}).out,
            "score 9: seat 0 wins with move 9\nbest 3\n");
  EXPECT_EQ(run({"solve", "connect4", "--cols", "12", "--moves", "10,1,11,1,12,1"}).out,
            "score 33: seat 0 wins with move 7\nbest 9\n");
}

TEST(SolveCommand, AnswersALineEach) {
  const Ran ran =
      solved("2252576253462244111563365343671351441\n\n7422341735647741166133573473242566 1\n4,4,5,5\n");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n4,4,5,5 18\n");
  EXPECT_EQ(ran.err, "");
}

TEST(SolveCommand, ComparesWithWhatOthersSay) {
  const Ran ran = solved("4455 18\n44553 -17\n", "--verify");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "4455 18\n44553 -18\n");
  EXPECT_EQ(ran.err,
            "quiver: line 2: the score is -18, not \"-17\"\nquiver: 2 positions, 1 of them not as said\n");
  EXPECT_EQ(solved("4455 18\n", "--verify").exit_code, 0);
}

TEST(SolveCommand, NamesTheLineThatIsNoPosition) {
  const Ran ran = solved("49\n4455\n1212121\n4 5 6\n");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "4455 18\n");
  EXPECT_NE(ran.err.find("quiver: line 1: "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("quiver: line 3: the game is over: seat 0 has won\n"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("quiver: line 4: "), std::string::npos) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 3);
}

TEST(SolveCommand, SaysWhenThereIsNothingToSolve) {
  const Ran ran = run({"solve", "connect4", "--moves", "1212121"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "the game is over: seat 0 has won\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"solve", "quoridor"},
                                             {"solve", "connect4", "--moves", "8"},
                                             {"solve", "connect4", "--moves", "44x0"},
                                             {"solve", "connect4", "--moves", "4", "--stdin"},
                                             {"solve", "connect4", "--verify"},
                                             {"solve", "connect4", "--hash", "9999", "--moves", "4455"},
                                             {"solve", "connect4", "--rows", "3"}}) {
    const Ran refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 2) << refused.out;
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
}

}  // namespace quiver::tests
