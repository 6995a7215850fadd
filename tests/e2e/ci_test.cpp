// What CI jobs get out of `quiver match`: exit codes, JUnit's XML and TAP, each read by somebody else's
// parser.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;

class CiJob : public Stage {
 protected:
  [[nodiscard]] std::string junit() const { return folder() + "/results.xml"; }
  Ran match(const Arguments& arguments) {
    return quiver(Arguments{"match", "connect4", "--seed", "1"} + arguments + patient_clock());
  }
  // An executable file.
  [[nodiscard]] std::string script(const std::string& name, const std::string& lines) const {
    std::string path = file(name, "#!/bin/sh\n" + lines);
    fs::permissions(path, fs::perms(0755));
    return path;
  }
  // A bot that prints bytes of every kind, and then behaves like this.
  [[nodiscard]] Arguments talker(const std::string& behaviour) const {
    const std::string path = script(
        "talker", "printf 'first <words> & ]]> \\033[1m\\377\\000 \"quoted\"\\nlast words\\n'\nexec '" +
                      hostile_bot() + "' \"$@\"\n");
    return {"--bot", path + " see=" + hostile_bot() + " " + behaviour, "--bot", "random name=rival"};
  }
  // What the file holds, as read_junit.py prints it.
  std::string read_junit() { return read({"/usr/bin/python3", FIXTURES "/read_junit.py", junit()}); }
  std::string read_tap(const std::string& tap) {
    return read({"/usr/bin/perl", FIXTURES "/read_tap.pl", file("tap", tap)});
  }
  // Of prove, which is what people run.
  int prove(const std::string& tap) {
    return start("/usr/bin/prove", {"--exec", "cat", file("tap", tap)}).wait();
  }

 private:
  std::string read(const Arguments& command) {
    Program& reader = start(command[0], {command.begin() + 1, command.end()});
    EXPECT_EQ(reader.wait(), 0) << reader.err();
    return reader.out();
  }
};

void expect_in(const std::string& all, const std::string& part) {
  EXPECT_NE(all.find(part), std::string::npos) << "no " << part << " in:\n" << all;
}

std::size_t lines_with(const std::string& all, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = all.find(part); at != std::string::npos; at = all.find(part, at + 1)) ++count;
  return count;
}

const Arguments kTwo = {"--bot", "random name=a", "--bot", "random name=b"};

}  // namespace

TEST_F(CiJob, CleanGamesPassWhatIsExpectedOfThem) {
  const Ran ran = match(kTwo + Arguments{"--games", "4", "--swap", "--junit", junit(), "--expect", "a >= 0",
                                         "--expect", "b<=1.0", "--expect", "a:no-faults"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(read_junit(),
            "testsuite match connect4: 4 tests, 0 failures, 0 errors, 0 skipped\n"
            "game 1: a - b => passed\ngame 2: b - a => passed\n"
            "game 3: a - b => passed\ngame 4: b - a => passed\n"
            "testsuite match connect4, expectations: 3 tests, 0 failures, 0 errors, 0 skipped\n"
            "a>=0 => passed\nb<=1.0 => passed\na:no-faults => passed\n");
}

TEST_F(CiJob, ACrashIsAFailureThatShowsBoardAndLog) {
  const Ran ran = match(talker("exit 3") + Arguments{"--games", "2", "--junit", junit(), "--expect",
                                                     "talker>=0.55", "--expect", "talker:no-faults"});
  EXPECT_EQ(ran.exit_code, 1);
  const std::string crashed = "CRASHED, its process ended: exit status 3";
  EXPECT_EQ(
      lines_with(ran.err, "quiver: expected talker>=0.55: it scored 0.000 (0 of 2), 0.550 too little\n"), 1U);
  EXPECT_EQ(lines_with(ran.err,
                       "quiver: expected talker:no-faults: 2 faults, the first in game 1: " + crashed + "\n"),
            1U);
  EXPECT_EQ(lines_with(ran.err, "expected"), 2U) << ran.err;
  const std::string found = read_junit();
  expect_in(found, "testsuite match connect4: 2 tests, 2 failures, 0 errors, 0 skipped\n");
  expect_in(found, "game 1: talker - rival => failure CRASHED: talker: " + crashed + "\n");
  expect_in(found, "| the position at the end:\n| 6  .  .  .  .  .  .  .\n");
  expect_in(found, "| 1  0  ");
  expect_in(found, "| seat 1 has won, ply 2, seat 0 is out\n");
  expect_in(
      found,
      "| the last lines that talker printed:\n| first <words> & ]]> \\x1b[1m\\xff\\x00 \"quoted\"\n| last "
      "words\n");
  expect_in(found, "expectations: 2 tests, 2 failures, 0 errors, 0 skipped\n");
}

TEST_F(CiJob, SoAreAnIllegalMoveAndASilence) {
  EXPECT_EQ(match(talker("play connect4 9") + Arguments{"--junit", junit()}).exit_code, 0);
  expect_in(read_junit(),
            "game 1: talker - rival => failure ILLEGAL_MOVE: talker: ILLEGAL_MOVE, NO_SUCH_CELL");
  const std::string slow = hostile_bot() + " name=slow move-time=500ms hang";
  EXPECT_EQ(match({"--bot", slow, "--bot", "random", "--junit", junit(), "--strict"}).exit_code, 3);
  expect_in(read_junit(), "failure TIMEOUT: slow: TIMEOUT, its 2nd move took more than 0.5 s of 0.5 s");
  // Who resigns has done nothing wrong.
  EXPECT_EQ(match(talker("resign") + Arguments{"--junit", junit(), "--expect", "talker:no-faults"}).exit_code,
            0);
  expect_in(read_junit(), "1 tests, 0 failures, 0 errors");
}

TEST_F(CiJob, AVoidGameIsAnErrorAndCountsForNobody) {
  const std::string bot = file("no-interpreter", "#!/nowhere/interpreter\n");
  fs::permissions(bot, fs::perms(0755));
  const Arguments play = {"--bot", bot, "--bot", "random name=rival", "--junit", junit()};
  EXPECT_EQ(match(play).exit_code, 4);
  expect_in(read_junit(), "game 1: no-interpreter - rival => error VOID: ");
  const Ran ran = match(play + Arguments{"--expect", "rival>=0", "--expect", "rival:no-faults"});
  EXPECT_EQ(ran.exit_code, 1);
  expect_in(ran.err, "quiver: expected rival>=0: it played no games\n");
  EXPECT_EQ(lines_with(ran.err, "expected"), 1U) << ran.err;
}

TEST_F(CiJob, OfSeveralExitCodesTheWorstIsTold) {
  // given a bot that crashes in its first game and cannot be started for the second, which is void
  const auto play = [&](const Arguments& more) {
    const std::string path = folder() + "/vanishing";
    const std::string bot = script("vanishing", "rm -rf -- '" + path + "' '" + folder() + "/sub'\nexit 3\n");
    fs::create_directories(folder() + "/sub");
    return match(Arguments{"--isolate", "off", "--games", "2", "--strict", "--bot", bot, "--bot", "random"} +
                 more);
  };
  const Arguments disappointed = {"--expect", "vanishing>=0.5"};
  const Arguments unwritable = {"--record", "/dev/full"};
  // then 4 comes before 3, 1 before both, and 2 before all three
  EXPECT_EQ(play({}).exit_code, 4);
  EXPECT_EQ(play({"--expect", "vanishing<0.5"}).exit_code, 4);
  EXPECT_EQ(play(disappointed).exit_code, 1);
  EXPECT_EQ(play(disappointed + unwritable).exit_code, 2);
  // and what has become impossible to write meanwhile is told beside what was expected
  const Ran ran = play(disappointed + Arguments{"--junit", folder() + "/sub/results.xml"});
  EXPECT_EQ(ran.exit_code, 2);
  expect_in(ran.err, "quiver: expected vanishing>=0.5: it scored 0.000 (0 of 1), 0.500 too little\n");
  expect_in(ran.err, "quiver: --junit: ");
}

TEST_F(CiJob, WhatCannotBeIsToldBeforeAnyGame) {
  const auto refused = [&](const Arguments& arguments, const std::string& sentence) {
    const Ran ran = match(kTwo + arguments);
    EXPECT_EQ(ran.exit_code, 2) << sentence;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    expect_in(ran.err, sentence);
  };
  const std::string before = file("results.xml", "as it was");
  const Arguments to_file = {"--junit", junit()};
  refused(to_file + Arguments{"--expect", "c>=0.5"}, "--expect: there is no bot c; the names are a, b\n");
  refused(to_file + Arguments{"--expect", "random:no-faults"}, "write one of their names: a, b");
  refused(to_file + Arguments{"--expect", "a>=0.5", "--expect", "a>=1.5"},
          "--expect: \"a>=1.5\": a score is 0 to 1");
  refused(to_file + Arguments{"--expect", "a"}, "--expect: \"a\" is not an expectation");
  EXPECT_EQ(content_of_file(before), "as it was");
  refused({"--junit", "/nowhere/results.xml"},
          "--junit: \"/nowhere/results.xml\" cannot be written: No such file");
  refused({"--junit", "/dev/full"}, "--junit: \"/dev/full\" cannot be written: it is not a plain file");
  refused({"--junit", folder()}, "it is not a plain file");
  refused({"--junit", ""}, "cannot be written");
  refused({"--junit", junit(), "--record", junit()}, "want different files");
  refused({"--tap", "--json"}, "give --tap or --json, not both");
  refused({"--tap", "--show"}, "give --tap or --show, not both");
}

TEST_F(CiJob, TapIsAllThereIsOnStdout) {
  const Ran ran = match(kTwo + Arguments{"--games", "3", "--tap", "--expect", "a:no-faults"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "TAP version 13\nok 1 - game 1: a - b\nok 2 - game 2: a - b\nok 3 - game 3: a - b\n"
            "ok 4 - expected a:no-faults\n1..4\n");
  EXPECT_EQ(prove(ran.out), 0);
}

TEST_F(CiJob, TapTellsOfFaults) {
  const Ran ran = match(talker("exit 3") + Arguments{"--games", "3", "--concurrency", "3", "--tap",
                                                     "--expect", "talker>0.5", "--expect", "rival>=1"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(prove(ran.out), 0);
  const std::string found = read_tap(ran.out);
  for (const char* game : {"1", "2", "3"})
    expect_in(found, std::string("not ok - game ") + game + ": talker - rival\n");
  expect_in(found, "talker | CRASHED | its process ended: exit status 3\n");
  expect_in(found, "log: first <words> & ]]> \\x1b[1m\\xff\\x00 \"quoted\"\nlog: last words\n");
  expect_in(found, "position: 6  .  .  .  .  .  .  .\n");
  expect_in(found, "not ok - expected talker>0.5\nmessage: it scored 0.000 (0 of 3), 0.500 too little\n");
  expect_in(found, "ok - expected rival>=1\n");
}

TEST_F(CiJob, TapThatNobodyTakesIsTold) {
  const Ran ran = run_into("/dev/full", Arguments{"match", "connect4", "--tap"} + kTwo + patient_clock());
  EXPECT_EQ(ran.exit_code, 2);
  expect_in(ran.err, "the output cannot be written");
}

TEST_F(CiJob, ASignalLeavesWhatIsKnown) {
  Program& job = start_quiver(Arguments{"match", "connect4", "--games", "1000000", "--concurrency", "2",
                                        "--junit", junit(), "--expect", "a>1", "--record", "/dev/full"} +
                              kTwo + patient_clock());
  EXPECT_TRUE(eventually([&] { return lines_with(job.out(), "game ") >= 10; })) << job.err();
  job.signal(SIGINT);
  // The signal comes before what was expected, and before what could not be written.
  EXPECT_EQ(job.wait(), 130);
  expect_in(job.err(), "\"/dev/full\" cannot be written");
  EXPECT_EQ(lines_with(job.err(), "expected"), 0U) << job.err();
  const std::string found = read_junit();
  EXPECT_GE(lines_with(found, "=> passed\n"), 10U);
  expect_in(found, "the run => error -: interrupted by signal 2 (Interrupt) after ");
  expect_in(found, "a>1 => skipped -: interrupted by signal 2");
}

TEST_F(CiJob, AKilledRunLeavesAFileThatSaysSo) {
  allow_scratch_folders();
  EXPECT_EQ(file("results.xml", "the result of another run"), junit());
  Program& job = start_quiver(Arguments{"match", "connect4", "--show", "--junit", junit(), "--bot",
                                        hostile_bot() + " hang", "--bot", hostile_bot() + " hang"} +
                              patient_clock());
  EXPECT_TRUE(eventually([&] { return job.out().find("seat 1: ") != std::string::npos; })) << job.err();
  job.signal(SIGKILL);
  EXPECT_EQ(job.wait(), 128 + SIGKILL);
  EXPECT_EQ(read_junit(),
            "testsuite match connect4: 1 tests, 0 failures, 1 errors, 0 skipped\n"
            "the run => error -: the run has not ended\n| the run has not ended\n");
}

TEST_F(CiJob, TapThatIsBrokenOffIsNoWholeOne) {
  Program& job =
      start_quiver(Arguments{"match", "connect4", "--games", "1000000", "--tap"} + kTwo + patient_clock());
  EXPECT_TRUE(eventually([&] { return lines_with(job.out(), "\nok ") >= 2; })) << job.err();
  job.signal(SIGTERM);
  EXPECT_EQ(job.wait(), 143);
  expect_in(job.out(), "\nBail out! interrupted by signal 15 (Terminated) after ");
  EXPECT_NE(prove(job.out()), 0);
}

}  // namespace quiver::tests
