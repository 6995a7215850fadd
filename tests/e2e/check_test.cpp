// `quiver check` and `quiver bots`: what a bot's author is told.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class CheckCommand : public Stage {
 protected:
  Ran check(const Arguments& arguments) {
    // No clock of it is lost because the machine is busy.
    return quiver(Arguments{"check"} + arguments + Arguments{"--move-time", "1m", "--tight", "50s"});
  }
};

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != std::string::npos) found.push_back(line);
  return found;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_F(CheckCommand, PassesABotThatPlaysEverything) {
  const std::string records = folder() + "/records";
  const Ran ran = check({"first-bot", "--record", records});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(ran.out.starts_with("amazons\n  ok        square 5  ")) << ran.out;
  EXPECT_TRUE(ran.out.ends_with("\n43 passed, 0 failed\n")) << ran.out;
  EXPECT_EQ(lines_with(ran.out, "the same seed gives the same games").size(), 4U) << ran.out;
  std::ostringstream text;
  text << std::ifstream(records).rdbuf();
  const auto all = records_in(text.str());
  // two a board, four where there are four seats, three where some end early, and four to see them repeat
  EXPECT_EQ(all.size(), 2U * 37 + 4U * 2 + 3U * 4 + 4U * 4);
  std::size_t early = 0;
  for (const wire::Record& record : all) {
    expect_replays(record);
    early += record.end == wire::End::kForfeit ? 1U : 0U;
  }
  EXPECT_EQ(early, 2U * 4 + 2U * 3);  // on the large boards too
}

TEST_F(CheckCommand, TellsWhatABotDidWrong) {
  const Ran ran = check({hostile_bot() + " segfault", "--game", "connect4"});
  EXPECT_EQ(ran.exit_code, 1);
  // then the reason is told once
  EXPECT_EQ(lines_with(ran.out, "FAILED").size(), 2U) << ran.out;
  EXPECT_TRUE(has(ran.out, "FAILED    4 rows of 4")) << ran.out;
  EXPECT_TRUE(
      has(ran.out, "FAILED    all 8 others                                      for the same reason\n"))
      << ran.out;
  EXPECT_EQ(lines_with(ran.out, "again: ").size(), 1U) << ran.out;
  EXPECT_TRUE(has(ran.out, "in seat 0, CRASHED after 1 move of its own: its process ended: signal 11"))
      << ran.out;
  EXPECT_TRUE(has(ran.out,
                  "again: quiver match connect4 --rows 4 --cols 4 --move-time 1m --swap --games 2 "
                  "--seed 1 --bot '" +
                      hostile_bot() + " segfault' --bot random\n"))
      << ran.out;
  EXPECT_TRUE(ran.out.ends_with("\n0 passed, 9 failed\n")) << ran.out;
}

TEST_F(CheckCommand, NamesWhatEachExercisePrinted) {
  const std::string logs = folder() + "/logs";
  const Ran ran = check({hostile_bot() + " print 6869", "--game", "connect4", "--logs", logs});
  EXPECT_EQ(ran.exit_code, 1);
  std::set<std::string> exercises;
  for (const auto& entry : std::filesystem::directory_iterator(logs)) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name.starts_with("check-1-connect4-")) << name;
    exercises.insert(name.substr(0, name.find("-seat")));
  }
  EXPECT_TRUE(exercises.contains("check-1-connect4-2-6-rows-of-7-1")) << ran.out;
  EXPECT_EQ(exercises.size(), 9U * 2 + 1);
}

TEST_F(CheckCommand, IsRestrictedToBoardsAndAClock) {
  const std::string records = folder() + "/records";
  const Ran ran =
      quiver({"check", "first-bot", "--game", "amazons", "--game", "quoridor", "--board", "square", "--board",
              "donut", "--size", "9", "--clock", "5m+1s", "--record", records});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_EQ(lines_with(ran.out, "  ok        square 9 ").size(), 2U) << ran.out;
  EXPECT_EQ(lines_with(ran.out, "  ok        donut 9 ").size(), 2U) << ran.out;
  EXPECT_EQ(lines_with(ran.out, "tight clock").size(), 0U) << ran.out;
  EXPECT_TRUE(ran.out.ends_with("\n8 passed, 0 failed\n")) << ran.out;
  std::ostringstream text;
  text << std::ifstream(records).rdbuf();
  for (const wire::Record& record : records_in(text.str())) {
    EXPECT_EQ(record.rows, 9U);
    EXPECT_EQ(record.seats[0].time.bank, std::chrono::minutes(5));
    EXPECT_EQ(record.seats[0].time.increment, std::chrono::seconds(1));
    EXPECT_FALSE(record.seats[0].time.per_move);
  }
  const Ran wrong = quiver({"check", "first-bot", "--game", "quoridor", "--size", "8"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(wrong.err.starts_with("quiver: quoridor: ")) << wrong.err;
  EXPECT_EQ(wrong.out, "");
}

TEST_F(CheckCommand, NoticesABotThatDoesNotComeBack) {
  // given a bot that plays well but takes no connection up again
  const Ran ran = check({hostile_bot() + " leave-when-cut", "--game", "connect4"});
  // then that is what it fails, and nothing else
  EXPECT_EQ(ran.exit_code, 1);
  const auto failed = lines_with(ran.out, "FAILED");
  ASSERT_EQ(failed.size(), 1U) << ran.out;
  EXPECT_TRUE(has(failed[0], "the connection breaks and is taken up again")) << ran.out;
}

TEST_F(CheckCommand, KnowsWhatABotDoesNotPlay) {
  const Ran ran = check({"amazons-random", "--game", "connect4"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "connect4: not supported by this bot\n0 passed, 0 failed\n");
}

TEST_F(CheckCommand, RefusesWhatItCannotCheck) {
  EXPECT_EQ(check({"remote:ann"}).err, "quiver: a remote bot is checked where it runs: give its program\n");
  EXPECT_EQ(check({"first-bot", "--game", "chess"}).err,
            "quiver: there is no game called \"chess\"; the games are amazons, quoridor, connect4\n");
  const Ran nobody = check({"/no/such/bot"});
  EXPECT_EQ(nobody.exit_code, 2);
  EXPECT_TRUE(nobody.err.starts_with("quiver: \"/no/such/bot\" is neither a bundled bot")) << nobody.err;
}

TEST_F(CheckCommand, LeavesNothingWhenItIsInterrupted) {
  Program& program =
      start_quiver({"check", hostile_bot() + " hang", "--move-time", "1h", "--game", "connect4"});
  ASSERT_TRUE(eventually([&] { return processes().size() > 2; }));
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(), 130);
}

using BotsCommand = Stage;

TEST_F(BotsCommand, ListsEveryBundledBotWithASentence) {
  const Ran ran = quiver({"bots"});
  EXPECT_EQ(ran.exit_code, 0);
  std::vector<std::string> listed;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos) << line;
    listed.push_back(line.substr(0, tab));
    EXPECT_TRUE(line.ends_with(".")) << line;
    EXPECT_LE(line.size() - tab, 102U) << line;
  }
  std::vector<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(bundled_bot_path("")))
    if (entry.is_regular_file() &&
        (entry.status().permissions() & std::filesystem::perms::owner_exec) != std::filesystem::perms::none)
      there.push_back(entry.path().filename());
  std::sort(there.begin(), there.end());
  EXPECT_EQ(listed, there);
  for (const std::string& name : there) EXPECT_TRUE(has(ran.out, name + "\t"));
}

TEST_F(BotsCommand, ListsThoseOfAGame) {
  const Ran ran = quiver({"bots", "connect4"});
  EXPECT_TRUE(has(ran.out, "connect4-random\t")) << ran.out;
  EXPECT_FALSE(has(ran.out, "amazons-")) << ran.out;
  EXPECT_EQ(quiver({"bots", "chess"}).exit_code, 2);
}

}  // namespace quiver::tests
