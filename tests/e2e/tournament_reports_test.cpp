// What a tournament tells: to CI jobs, to scripts, and to a person at a terminal.
#include <csignal>

#include "client_sdk/wire/codec.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class TournamentReports : public TournamentStage {
 protected:
  [[nodiscard]] std::string junit() const { return folder() + "/results.xml"; }
  std::string read_junit() { return read({"/usr/bin/python3", FIXTURES "/read_junit.py", junit()}); }
  std::string read_tap(const std::string& tap) {
    return read({"/usr/bin/perl", FIXTURES "/read_tap.pl", file("tap", tap)});
  }

 private:
  std::string read(const Arguments& command) {
    Program& reader = start(command[0], {command.begin() + 1, command.end()});
    EXPECT_EQ(reader.wait(), 0) << reader.err();
    return reader.out();
  }
};

std::size_t lines_with(const std::string& all, const std::string& part) {
  std::size_t count = 0;
  for (const std::string& line : whole_lines(all)) count += line.find(part) != std::string::npos ? 1U : 0U;
  return count;
}

}  // namespace

// A run is broken off; what CI hears of the second one is about all games.
TEST_F(TournamentReports, ForCiAreAboutTheGamesOfEarlierRunsToo) {
  const Arguments bots =
      random_bots({"a", "b"}) + Arguments{"--bot", hostile_bot() + " name=crashing exit 3"};
  const Arguments ci = {"--junit", junit(), "--expect", "a:no-faults", "--expect", "crashing>=0.1"};
  const Ran first = quiver(cup(bots + ci + Arguments{"--games", "2"}));
  EXPECT_EQ(first.exit_code, 1);
  expect_in(read_junit(), "testsuite tournament connect4: 6 tests, 4 failures, 0 errors, 0 skipped\n");
  const Ran second = quiver(cup(bots + ci + Arguments{"--games", "4"}));
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_EQ(second.err, "quiver: expected crashing>=0.1: it scored 0.000 (0 of 8), 0.100 too little\n");
  const std::string found = read_junit();
  expect_in(found, "testsuite tournament connect4: 12 tests, 8 failures, 0 errors, 0 skipped\n");
  EXPECT_EQ(lines_with(found, "=> failure CRASHED: crashing: "), 8U);
  EXPECT_EQ(lines_with(found, "game 1: "), 1U);
  expect_in(found, "a:no-faults => passed\n");
  // All is played: the same is said again, in TAP too.
  const Ran tap = quiver(cup(bots + Arguments{"--games", "4", "--tap", "--expect", "a:no-faults"}));
  EXPECT_EQ(tap.exit_code, 0) << tap.err;
  EXPECT_EQ(lines_with(tap.out, "not ok "), 8U);
  EXPECT_EQ(lines_with(tap.out, "ok "), 13U) << tap.out;
  EXPECT_EQ(lines_with(tap.out, "#  name"), 0U);
  expect_in(read_tap(tap.out), "ok - expected a:no-faults\n");
}

TEST_F(TournamentReports, SayThatARunWasBrokenOff) {
  Program& run = start_quiver(
      cup(random_bots({"a", "b"}) + Arguments{"--games", "100000", "--junit", junit(), "--expect", "a>=0"}));
  EXPECT_TRUE(eventually([&] { return whole_lines(run.out()).size() > 3; })) << run.err();
  run.signal(SIGINT);
  EXPECT_EQ(run.wait(), 130);
  expect_in(read_junit(), "interrupted by signal 2 (Interrupt)");
}

TEST_F(TournamentReports, InJsonAreTheRecordsAndNothingElse) {
  const Ran ran =
      quiver(cup(random_bots({"a", "b", "c"}) + Arguments{"--json", "--record", folder() + "/records"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto all = games();
  std::set<std::uint32_t> numbers;
  for (const std::string& line : whole_lines(ran.out)) {
    const auto record = wire::parse_record_json(line);
    ASSERT_TRUE(record) << line;
    numbers.insert(record->number);
    EXPECT_EQ(record->id, "tournament-" + std::to_string(record->number));
    EXPECT_EQ(wire::record_json(all.at(record->number).record), line);
  }
  EXPECT_EQ(numbers.size(), 6U);
  EXPECT_EQ(content_of_file(folder() + "/records"), ran.out);
}

// A game that is kept can be played again alone, with its seed.
TEST_F(TournamentReports, HaveTheSeedsOfTheirGames) {
  const Ran ran = quiver(cup(random_bots({"a", "b"}) + Arguments{"--json", "--games", "1"}));
  const auto records = records_in(ran.out);
  ASSERT_EQ(records.size(), 1U) << ran.err;
  const Ran alone =
      quiver(Arguments{"match", "connect4", "--rows", "4", "--cols", "4", "--json", "--seed",
                       std::to_string(records[0].seed)} +
             random_bots({records[0].seats[0].name, records[0].seats[1].name}) + patient_clock());
  const auto again = records_in(alone.out);
  ASSERT_EQ(again.size(), 1U) << alone.err;
  EXPECT_EQ(essence(again[0]), essence(records[0]));
}

TEST_F(TournamentReports, AreQuietIfAsked) {
  const Ran ran = quiver(cup(random_bots({"a", "b"}) + Arguments{"--quiet"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("tournament: 2 of 2 games\n#  name")) << ran.out;
}

// Whoever reads stdout has gone: the games go on, and the store has them.
TEST_F(TournamentReports, ThatCannotBeWrittenDoNotStopTheGames) {
  Arguments words = cup(random_bots({"a", "b"}) + Arguments{"--games", "6"});
  const Ran ran = run_into("/dev/full", words);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.err, "quiver: the output cannot be written: No space left on device\n");
  EXPECT_EQ(games().size(), 6U);
}

TEST_F(TournamentReports, AtATerminalAreATableThatIsDrawnAgain) {
  const std::string bots = "see=" + folder() + " env:WAIT_AT=4 env:WAIT_FOR=" + folder() + "/go";
  Terminal& terminal =
      start_at_terminal(cup({"--bot", waiting_bot("ann", bots), "--bot", waiting_bot("bob", bots), "--bot",
                             waiting_bot("carol", bots), "--games", "2", "--concurrency", "2"}));
  // While it goes on: how far it is, the standings, the games.
  terminal.expect("tournament: 0 of 6 games, 0:");
  terminal.expect("#  name   points  games  w-d-l  S-B  Elo  95 %  above next");
  terminal.expect("1  ann         0      0  0-0-0    0    -");
  terminal.expect("game 1: bob - carol, ");
  terminal.expect("game 2: carol - ann, 6 moves");
  static_cast<void>(file("go", ""));
  terminal.expect("tournament: 6 of 6 games\n#  name");
  EXPECT_EQ(terminal.wait(), 0);
  const std::string& screen = terminal.screen();
  const std::string last = screen.substr(screen.rfind("tournament: "));
  EXPECT_EQ(lines_with(last, "ann"), 1U) << last;
  EXPECT_EQ(last.find("game 1"), std::string::npos) << last;
  EXPECT_EQ(games().size(), 6U);
}

}  // namespace quiver::tests
