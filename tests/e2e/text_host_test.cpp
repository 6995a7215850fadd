// Programs that play by docs/write-a-bot/text-protocol.md, and what becomes of those that do not keep to it.
#include "tests/e2e/hosts.hpp"

namespace quiver::tests {

namespace {

class TextHost : public Hosts {
 protected:
  // A bot of shell that gets ready and then does this at its turn.
  std::string at_turn(const std::string& name, const std::string& commands) const {
    return "text:" +
           script(name, "#!/bin/sh\nwhile read -r word rest; do case $word in begin) echo ready ;; turn) " +
                            commands + " ;; esac; done\n");
  }
};

// The program that the page shows, whole.
std::string bot_of_the_page() {
  const std::string page = content_of_file(std::string(DOCS) + "/write-a-bot/text-protocol.md");
  const std::size_t begin = page.find("```sh\n") + 6;
  return page.substr(begin, page.find("```", begin) - begin);
}

}  // namespace

TEST_F(TextHost, PlaysWithTheTenLinesOfThePage) {
  const std::string lines = bot_of_the_page();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 10);
  const std::string ten = "text:" + script("ten", lines);
  for (const Arguments& board : {Arguments{"connect4"}, Arguments{"connect4", "--rows", "4", "--cols", "4"},
                                 Arguments{"connect4", "--rows", "5", "--cols", "15", "--line", "5"},
                                 Arguments{"amazons", "--board", "donut", "--size", "6"},
                                 Arguments{"quoridor", "--size", "5", "--seats", "2"}}) {
    const auto records = match(board + Arguments{"--games", "4", "--swap", "--bot", ten, "--bot", "random"});
    ASSERT_EQ(records.size(), 4U);
    for (const wire::Record& one : records) {
      expect_clean(one);
      EXPECT_EQ(one.seats[one.number % 2 == 1 ? 0 : 1].title, "Ten lines of shell");
    }
  }
}

TEST_F(TextHost, TellsAProgramAllThatItNeedsToFollowTheGame) {
  const std::string amazons = "text:" + fixture("plain_amazons.py") + " text";
  for (const Arguments& board :
       {Arguments{"amazons", "--size", "7"}, Arguments{"amazons", "--board", "eight", "--size", "8"},
        Arguments{"amazons", "--size", "6", "--start", "classic", "--moves", "b1-b2/b1 b6-b5/b6"}}) {
    const auto records =
        match(board + Arguments{"--games", "2", "--swap", "--bot", amazons, "--bot", amazons});
    ASSERT_EQ(records.size(), 2U);
    for (const wire::Record& one : records) expect_clean(one);
    EXPECT_EQ(records[0].moves.back().info, (wire::Info{0.5, 1, "random"}));
  }
  const std::string connect4 = "text:" + fixture("plain_connect4.py");
  const auto records = match({"connect4", "--games", "2", "--swap", "--bot", connect4, "--bot", "random"});
  ASSERT_EQ(records.size(), 2U);
  for (const wire::Record& one : records) expect_clean(one);
  EXPECT_EQ(content_of_file(records[0].seats[0].log), "# counting\n");
}

TEST_F(TextHost, TellsFourSeatsWhoIsOut) {
  // given a bot that plays the first legal move, writes down what it is told, and resigns at its third turn
  const std::string first = "echo legal; read -r l first rest; echo \"play $first\"";
  const std::string quits = "text:" + script("quits",
                                             "#!/bin/sh\nwhile read -r word rest; do\ncase $word in begin) "
                                             "echo ready ;; turn) " +
                                                 first +
                                                 " ;; out|end) "
                                                 "echo \"# $word $rest\" ;; esac; done\n");
  const auto records = match({"amazons", "--seats", "4", "--size", "6", "--bot", quits, "--bot",
                              at_turn("resigns", "echo resign"), "--bot", "random", "--bot", "random"});
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(reason_of(records[0], 1), "RESIGNED");
  // then it has heard of the one who went out
  EXPECT_TRUE(content_of_file(records[0].seats[0].log).starts_with("# out 1\n"));
}

TEST_F(TextHost, SaysWhatAProgramDidWrong) {
  const Arguments game = {"connect4"};
  expect_out(game, at_turn("exits", "exit 3"), "CRASHED",
             "it says: the program ended with status 3 before it played");
  expect_out(game, at_turn("dies", "kill -SEGV $$"), "CRASHED",
             "it says: the program was ended by SIGSEGV before it played");
  expect_out(game, at_turn("babbles", "echo foo"), "CRASHED",
             "it says: the program said \"foo\" where 'play MOVE' was expected");
  expect_out(game, at_turn("mumbles", "echo play the middle"), "CRASHED",
             "it says: the program said 'play' and no move: \"the middle\" is not a Connect Four move");
  expect_out(game, at_turn("repeats", "printf 'play 1\\nplay 1\\n'"), "CRASHED", "when it was not its turn");
  expect_out(game, at_turn("outside", "echo play 9"), "ILLEGAL_MOVE", "NO_SUCH_CELL");
  expect_out(game, at_turn("endless", "head -c 100000 /dev/zero | tr '\\0' x; sleep 100"), "CRASHED",
             "it says: the program printed an endless line where 'play MOVE' was expected");
  expect_out(game, "text:" + script("quits", "#!/bin/sh\nread -r word\nexit 4\n"), "CRASHED",
             "it says: the program ended with status 4 before it said 'ready'");
  expect_out(game, "text:" + script("early", "#!/bin/sh\necho hello\nread -r word\n"), "CRASHED",
             "it says: the program said \"hello\" w");
  expect_out(game, "text:" + script("nothing", "#!/nowhere/interpreter\n"), "CRASHED",
             "cannot be started: No such file or directory");
}

TEST_F(TextHost, MayBeReadyBeforeItHasReadAnything) {
  const std::string eager = script("eager",
                                   "#!/bin/sh\necho ready Eager\nwhile read -r word rest; do\n"
                                   "  [ \"$word\" = turn ] && echo resign\ndone\n");
  for (const wire::Record& record :
       match({"connect4", "--games", "6", "--restart", "--bot", "text:" + eager, "--bot", "random"}))
    EXPECT_EQ(reason_of(record, 0), "RESIGNED") << record.seats[0].detail;
  const auto wrong =
      expect_out({"connect4"}, "text:" + script("wrong", "#!/bin/sh\necho foo\ncat >/dev/null\n"), "CRASHED",
                 "the program said \"foo\" where 'ready' was expected");
}

TEST_F(TextHost, NamesTheColumnThatIsNotThere) {
  const auto plays = [&](const std::string& name, const std::string& column) {
    return "text:" + script(name,
                            "#!/bin/sh\nwhile read -r word rest; do\n  case $word in start) echo ready ;; "
                            "turn) echo play " +
                                column + " ;; esac\ndone\n");
  };
  expect_out({"connect4"}, plays("far", "99"), "ILLEGAL_MOVE", "there is no column 99;");
  expect_out({"connect4"}, plays("near", "0"), "ILLEGAL_MOVE", "there is no column 0;");
}

TEST_F(TextHost, LosesOnTimeIfTheProgramIsSilentAndLeavesNothingBehind) {
  const std::string bot = at_turn("hangs", "setsid sleep 1000 & trap '' TERM; cat > /dev/null & sleep 1000");
  const auto records =
      match({"connect4", "--games", "2", "--bot", bot, "--bot", "random"}, {"--move-time", "300ms"});
  ASSERT_EQ(records.size(), 2U);
  for (const wire::Record& one : records) EXPECT_EQ(reason_of(one, 0), "TIMEOUT") << one.seats[0].detail;
}

TEST_F(TextHost, StartsAProgramAgainThatHasEndedAfterAMatch) {
  const std::string bot =
      "text:" + script("once",
                       "#!/bin/sh\necho \"# I am $$\"\nwhile read -r word rest; do case $word in "
                       "begin) echo ready ;; turn) echo legal ;; legal) echo \"play ${rest%% *}\" ;; "
                       "end) exit 5 ;; esac; done\n");
  const auto records = match({"connect4", "--games", "3", "--bot", bot, "--bot", "random"});
  ASSERT_EQ(records.size(), 3U);
  for (const wire::Record& one : records) {
    expect_clean(one);
    EXPECT_TRUE(content_of_file(one.seats[0].log).starts_with("# I am ")) << one.number;
  }
}

}  // namespace quiver::tests
