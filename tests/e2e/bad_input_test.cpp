#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/e2e/run.hpp"

namespace quiver::tests {

namespace {

using Arguments = std::vector<std::string>;

// One clear line on stderr, nothing on stdout, exit code 2.
void expect_refused(const Arguments& arguments, const std::string& sentence) {
  std::string shown;
  for (const std::string& a : arguments) shown += a + " ";
  SCOPED_TRACE(shown);
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
}

}  // namespace

TEST(BadInput, OnTheCommandLine) {
  expect_refused({}, "which command?");
  expect_refused(
      {"frobnicate"},
      "there is no command \"frobnicate\"; the commands are board, moves, perft, solve, bots, check, admit, "
      "match, play, tournament, ladder, standings, serve, order, admin, submit, challenge, team, replay, "
      "store, "
      "verify, work, workers, export and import");
  expect_refused({"board"}, "GAME is required: amazons, quoridor, connect4 or hex; see quiver board --help");
  expect_refused({"board", "chess"},
                 "there is no game called \"chess\"; the games are amazons, quoridor, connect4, hex");
  expect_refused({"board", "amazons", "--siz", "5"}, "does not know what to do with \"--siz\"");
  expect_refused({"board", "amazons", "extra"}, "does not know what to do with \"extra\"");
  expect_refused({"board", "amazons", "--size", "ten"}, "takes a whole number, not \"ten\"");
  expect_refused({"board", "amazons", "--size", "-5"}, "takes a whole number, not \"-5\"");
  expect_refused({"board", "amazons", "--size", "99999999999"}, "takes a whole number");
  expect_refused({"board", "amazons", "--color", "blue"}, "takes auto, always or never");
  expect_refused({"perft", "amazons"}, "--depth is required");
  expect_refused({"perft", "amazons", "--depth", "x"}, "takes a whole number");
  expect_refused({"--frobnicate"}, "does not know what to do with \"--frobnicate\"");
}

TEST(BadInput, TellsWhatWasProbablyMeant) {
  expect_refused({"bord"}, "there is no command \"bord\"; did you mean board? quiver help lists them all");
  expect_refused({"Match", "amazons"}, "did you mean match?");
  expect_refused({"help", "mtach"}, "there is no command \"mtach\"; did you mean match?");
  expect_refused({"board", "Connect4"}, "there is no game called \"Connect4\"; did you mean connect4?");
  expect_refused({"bots", "quoridr"}, "there is no game called \"quoridr\"; did you mean quoridor?");
  expect_refused({"check", "random", "--game", "amazon"}, "did you mean amazons?");
  expect_refused(
      {"board", "amazons", "--siz", "5"},
      "board does not know what to do with \"--siz\"; did you mean --size? see quiver board --help");
  expect_refused({"match", "amazons", "--move-tme=1s"}, "did you mean --move-time?");
  expect_refused({"board", "amazons", "--color", "nevr"},
                 "takes auto, always or never, not \"nevr\"; did you mean never?");
  expect_refused({"match", "amazons", "--bot", "champian", "--bot", "random"}, "did you mean champion?");
  expect_refused({"match", "amazons", "--bot", "amazons-randm", "--bot", "random"},
                 "did you mean amazons-random?");
  // and nothing where nothing is near
  const Ran far = run({"match", "amazons", "--bot", "frobnicate", "--bot", "random"});
  EXPECT_EQ(far.err.find("did you mean"), std::string::npos) << far.err;
}

TEST(BadInput, TellsTheNextStep) {
  expect_refused(
      {"tournament", "connect4", "--bot", "random"},
      "a tournament needs two bots or more, and \"random\" is alone: give another --bot; quiver bots "
      "connect4 lists the bundled ones");
  expect_refused({"tournament"}, "who plays? Give --bot SPEC twice or more; quiver bots amazons lists");
  expect_refused({"match", "connect4", "--bot", "random"}, "give --bot 2 times, not 1");
  expect_refused({"help", "match", "amazons"}, "help takes one command: quiver help match");
}

TEST(Help, IsThereByName) {
  for (const std::string command : {"match", "tournament", "admin", "solve"}) {
    const Ran asked = run({"help", command});
    EXPECT_EQ(asked.exit_code, 0);
    EXPECT_EQ(asked.err, "");
    EXPECT_TRUE(asked.out.starts_with("usage: quiver " + command)) << asked.out;
    EXPECT_EQ(asked.out, run({command, "--help"}).out);
  }
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help"}).exit_code, 0);
}

TEST(BadInput, LagQuotas) {
  const Arguments match = {"match", "connect4", "--bot", "random", "--bot", "random", "--lag-quota"};
  for (const auto& [text, sentence] : std::vector<std::pair<std::string, std::string>>{
           {"soon", "--lag-quota: "},
           {"0ms", "--lag-quota: the time must be more than 0"},
           {"100ms/", "--lag-quota: "},
           {"/5s", "--lag-quota: "},
           {"5s/100ms", "--lag-quota: MOVE/GAME, and a game has at least what one move has"}}) {
    Arguments all = match;
    all.push_back(text);
    expect_refused(all, sentence);
    expect_refused({"serve", "--listen", "127.0.0.1:0", "--lag-quota", text}, sentence);
  }
}

TEST(BadInput, SidesThatAShapeDoesNotAllow) {
  expect_refused({"board", "amazons", "--size", "4"}, "it allows sides from 5 to 1024");
  expect_refused({"board", "amazons", "--size", "1025"}, "it allows sides from 5 to 1024");
  expect_refused({"board", "amazons", "--board", "donut", "--size", "7"}, "multiples of 3 from 6");
  expect_refused({"board", "amazons", "--board", "clover", "--size", "12"}, "multiples of 5 from 5");
  expect_refused({"board", "amazons", "--board", "eight", "--size", "4"},
                 "an eight board cannot have side 4; it allows sides that are multiples of 4 from 8");
  expect_refused({"board", "quoridor", "--size", "8"}, "odd sides from 5 to 25");
  expect_refused({"board", "quoridor", "--board", "eight", "--size", "12"}, "odd sides from 5 to 25");
  expect_refused({"board", "connect4", "--rows", "3"}, "from 4 to 15 rows and columns");
  expect_refused({"board", "connect4", "--size", "16"}, "from 4 to 15 rows and columns");
  expect_refused({"board", "connect4", "--board", "donut"}, "rectangular boards");
  expect_refused({"board", "connect4", "--line", "8"}, "from 3 to 7 discs");
  expect_refused({"board", "amazons", "--rows", "6", "--cols", "7"}, "square board");
}

TEST(BadInput, OptionsThatDoNotGoTogether) {
  expect_refused({"board", "amazons", "--walls", "3"}, "--walls does not apply to Amazons");
  expect_refused({"board", "connect4", "--start", "course"}, "--start does not apply to Connect Four");
  expect_refused({"board", "quoridor", "--line", "4"}, "--line does not apply to Quoridor");
  expect_refused({"board", "amazons", "--seats", "3"}, "2 or 4 seats, not 3");
  expect_refused({"board", "amazons", "--seats", "4", "--start", "classic"}, "the only start is course");
  expect_refused({"board", "amazons", "--seats", "4", "--board", "donut", "--size", "9"}, "not on donut");
  expect_refused({"board", "connect4", "--seats", "4"}, "2 seats");
  expect_refused({"board", "amazons", "--start", "middle"}, "it knows course and classic");
  expect_refused({"board", "quoridor", "--start", "classic"}, "it knows middle and placed");
  expect_refused({"board", "amazons", "--size", "6", "--rows", "6"}, "not both");
  expect_refused({"board", "quoridor", "--walls", "300"}, "at most 255 walls");
}

TEST(BadInput, Moves) {
  expect_refused({"board", "amazons", "--moves", "hello"}, "move 1: \"hello\" is not an Amazons move");
  expect_refused({"board", "amazons", "--moves", "d1-33/g7"}, "mixes names of cells and vertex ids");
  expect_refused({"board", "amazons", "--moves", "D1-D7/G7"}, "is not an Amazons move");
  expect_refused({"board", "quoridor", "--moves", "e2 e02"}, "move 2: \"e02\" is not a Quoridor move");
  expect_refused({"board", "quoridor", "--moves", "e2 e7"}, "move 2, e7: the pawn on e9 cannot reach e7");
  expect_refused({"board", "connect4", "--moves", "4444444"}, "move 7, 4: column 4 is full");
  expect_refused({"board", "connect4", "--moves", "x0 1"}, "move 2, 1: the game is over");
  expect_refused({"board", "amazons", "--moves", "x2"}, "seat 2 is not in the game");
  expect_refused({"board", "amazons", "--moves", "[{\"qsrc\":4}]"}, "lacks qsrc, qdst or adst");
  expect_refused({"board", "amazons", "--moves", "[{"}, "this is not the course's JSON");
  expect_refused({"board", "connect4", "--course-json", "--moves", "4"}, "moves of Amazons and nothing else");
}

TEST(BadInput, MapFiles) {
  const auto refused = [](const std::string& map, const std::string& sentence) {
    const TemporaryFile file(map);
    expect_refused({"board", "amazons", "--board", file.path()}, sentence);
  };
  expect_refused({"board", "amazons", "--board", "/nowhere/map"}, "neither a shape");
  expect_refused({"board", "amazons", "--board", "/"}, "neither a shape");
  refused("", "the map is empty");
  refused("0....\n....\n....1\n", "line 2 of the map has 4 cells, the lines above have 5");
  refused("0....\n\n....1\n", "line 2 of the map is blank");
  refused("0....\n..a..\n....1\n", "line 2 of the map has 'a'");
  refused("0....\n.....\n....2\n", "1 is missing");
  refused(".....\n.....\n", "needs a square board");
  refused(".#...\n.....\n.....\n.....\n.....\n", "which is a hole");
  refused(std::string(1025, '.') + "\n", "at most 1024");
}

TEST(BadInput, NobodyTakesTheOutput) {
  const Ran ran = run_into("/dev/full", {"board", "amazons"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.err, "quiver: the output cannot be written: No space left on device\n");
}

TEST(Help, FitsAScreen) {
  for (const Arguments& arguments :
       {Arguments{"--help"}, {"board", "--help"}, {"moves", "--help"}, {"perft", "--help"}}) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_LE(std::count(ran.out.begin(), ran.out.end(), '\n'), 24);
  }
}

TEST(Help, FitsATerminalAndShowsAnExample) {
  for (const char* command : {"", "board", "moves", "perft", "match", "play", "serve", "order", "admin",
                              "replay", "verify", "export", "import", "tournament", "ladder", "standings"}) {
    const Ran ran = *command == '\0' ? run({"--help"}) : run({command, "--help"});
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_NE(ran.out.find("xample"), std::string::npos);
    EXPECT_NE(ran.out.find("quiver "), std::string::npos);
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(Help, NamesEveryOption) {
  for (const char* command : {"board", "moves", "perft", "match", "play", "order"})
    for (const char* option : {"--board", "--size", "--rows", "--cols", "--start", "--seats", "--walls",
                               "--line", "--max-plies", "--moves"})
      EXPECT_NE(run({command, "--help"}).out.find(option), std::string::npos) << command << " " << option;
  for (const char* command : {"match", "order"})
    for (const char* option : {"--bot", "--games", "--swap", "--first", "--concurrency", "--move-time",
                               "--clock", "--max-move-time", "--seed", "--json", "--record", "--strict"})
      EXPECT_NE(run({command, "--help"}).out.find(option), std::string::npos) << command << " " << option;
}

}  // namespace quiver::tests
