// Recorded games as users meet them: verified, exported, imported, kept in a store.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include "tests/e2e/program.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class Records : public Stage {
 protected:
  // Games that were really played, in a file.
  std::string played(const std::string& name, const Arguments& arguments) {
    std::string path = folder() + "/" + name;
    const Ran ran = quiver(Arguments{"match"} + arguments + patient_clock() + Arguments{"--record", path});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return path;
  }
  std::string amazons(const std::string& name = "a.jsonl", const std::string& seed = "7") {
    return played(name, {"amazons", "--size", "5", "--bot", "random", "--bot", "random", "--games", "3",
                         "--seed", seed});
  }
  std::string quoridor() {
    return played("q.jsonl", {"quoridor", "--size", "5", "--seats", "4", "--bot", "random", "--bot", "random",
                              "--bot", "random", "--bot", hostile_program() + " play quoridor 0 24",
                              "--games", "2", "--seed", "7"});
  }
  [[nodiscard]] std::string stored() const { return folder() + "/t.db"; }
};

std::string replaced(std::string text, const std::string& what, const std::string& other) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), other);
}

void expect_refused(const Ran& ran, const std::string& words) {
  EXPECT_EQ(ran.exit_code, 2) << ran.out;
  EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
}

}  // namespace

TEST_F(Records, AreVerified) {
  const std::string games = amazons();
  Ran ran = quiver({"verify", games});
  EXPECT_EQ(ran.out, "3 games, all as recorded\n") << ran.err;
  EXPECT_EQ(ran.exit_code, 0);

  const std::string text = content_of_file(games);
  const std::string wrong =
      file("wrong.jsonl", replaced(text, "\"notation\":\"", "\"notation\":\"a1-a1/a1 "));
  ran = quiver({"verify", wrong});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.out.find("line 1 ("), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("): move 1, "), std::string::npos) << ran.out;

  expect_refused(quiver({"verify", file("half.jsonl", text.substr(0, 40))}), "line 1: ");
  expect_refused(quiver({"verify", file("none", "")}), "none\": it is empty");
  expect_refused(quiver({"verify", folder() + "/nothing"}), "cannot be read: No such file");
  expect_refused(quiver({"verify"}), "FILE");
}

// A program that was killed in the middle of a line: the next one begins its own, and every reader goes on.
TEST_F(Records, OutliveHalfALine) {
  const std::string text = content_of_file(amazons());
  const std::string path = file("half.jsonl", text.substr(0, text.size() - 40));
  played("half.jsonl", {"amazons", "--size", "5", "--bot", "random", "--bot", "random", "--seed", "9"});
  const std::string whole = content_of_file(path);
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 4);

  Ran ran = quiver({"verify", path});
  EXPECT_EQ(ran.out, "3 games, all as recorded; 1 broken line left out\n") << ran.err;
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find(", line 3: "), std::string::npos) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;

  for (const char* command : {"export", "import"}) {
    ran = quiver({command, path});
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_EQ(records_in(ran.out).size(), 3U) << command;
    EXPECT_EQ(records_in(ran.out).back().id, "9-1") << command;
    EXPECT_NE(ran.err.find(", line 3: "), std::string::npos) << ran.err;
  }
  ran = quiver({"import", path, "--store", stored()});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(quiver({"verify", stored()}).out, "3 games, all as recorded\n");
  ran = quiver({"replay", path, "--game", "3", "--ply", "0"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find(", line 3: "), std::string::npos) << ran.err;
}

// Lines, text and lines again: what text holds is what was there.
TEST_F(Records, GoThroughEveryFormat) {
  const std::string eliminations = quoridor();
  EXPECT_NE(content_of_file(eliminations).find("\"x"), std::string::npos)
      << "somebody played an illegal move";
  for (const std::string& games : {amazons(), eliminations}) {
    const Ran text = quiver({"export", games, "--format", "text"});
    ASSERT_EQ(text.exit_code, 0) << text.err;
    const std::string written = file("games.txt", text.out);
    EXPECT_EQ(quiver({"verify", written}).exit_code, 0);
    const Ran lines = quiver({"import", written});
    ASSERT_EQ(lines.exit_code, 0) << lines.err;
    const auto before = records_in(content_of_file(games));
    const auto after = records_in(lines.out);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t k = 0; k < before.size(); ++k) {
      EXPECT_EQ(moves_of(after[k]), moves_of(before[k]));
      EXPECT_EQ(after[k].hash, before[k].hash);
      EXPECT_EQ(after[k].id, before[k].id);
    }
    EXPECT_EQ(quiver({"export", file("again.jsonl", lines.out), "--format", "text"}).out, text.out);
  }
}

// Read by Python's own reader of CSV, as a script for grades would.
TEST_F(Records, AreRowsOfATable) {
  const std::string games = quoridor();
  const Ran table = quiver({"export", games, "--format", "csv"});
  ASSERT_EQ(table.exit_code, 0) << table.err;
  const std::string script =
      "import csv, sys\n"
      "rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))\n"
      "print(*(' '.join((row['id'], row['plies'], row['winner'] or '-', row['seat0Reason'] or '-'))\n"
      "        for row in rows), sep='\\n')\n";
  Program& read = start("/usr/bin/python3", {"-c", script, file("games.csv", table.out)});
  ASSERT_EQ(read.wait(), 0) << read.err();
  std::string expected;
  for (const auto& record : records_in(content_of_file(games)))
    expected += record.id + " " + std::to_string(record.moves.size()) + " " +
                (record.winner ? std::to_string(record.winner->value()) : "-") + " " +
                (record.seats[0].reason ? std::string(wire::reason_name(*record.seats[0].reason)) : "-") +
                "\n";
  EXPECT_EQ(read.out(), expected);
}

TEST_F(Records, GoToTheCourseAndBack) {
  const std::string games = amazons();
  const Ran course = quiver({"export", games, "--format", "course-json"});
  ASSERT_EQ(course.exit_code, 0) << course.err;
  const std::string written = file("course.json", course.out);
  const Ran back = quiver({"import", written, "--size", "5"});
  const auto before = records_in(content_of_file(games));
  const auto after = records_in(back.out);
  ASSERT_EQ(after.size(), 3U) << back.err;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(after[k].hash, before[k].hash);
    EXPECT_EQ(after[k].winner, before[k].winner);
    EXPECT_EQ(reason_of(after[k], 0), reason_of(before[k], 0));
  }
  const Ran other_board = quiver({"verify", written, "--size", "12"});
  EXPECT_EQ(other_board.exit_code, 1) << other_board.err;
  EXPECT_NE(other_board.out.find("line 1: move "), std::string::npos) << other_board.out;
  const Ran quoridor_games = quiver({"export", quoridor(), "--format", "course-json"});
  EXPECT_EQ(quoridor_games.exit_code, 1);
  EXPECT_NE(quoridor_games.err.find("line 1 is left out: the course's JSON holds Amazons"),
            std::string::npos);
}

TEST_F(Records, OfTheReportAreTakenAsTheyAreWritten) {
  const Ran ran = quiver({"import", file("report.txt", "e8 e2\ne7 e3\ne7h e2h\n")});
  const auto games = records_in(ran.out);
  ASSERT_EQ(games.size(), 1U) << ran.err;
  EXPECT_EQ(moves_of(games[0]), "e2 e8 e3 e7 e2h e7h");
  const Ran illegal = quiver({"import", file("bad.txt", "e8 e2\ne6 e3\n")});
  EXPECT_EQ(illegal.exit_code, 1);
  EXPECT_NE(illegal.err.find("line 2: \"e6\" cannot be played"), std::string::npos) << illegal.err;
}

TEST_F(Records, OfAnImportThatWasInterruptedAreKeptToo) {
  const std::string all = content_of_file(amazons());
  const std::string half = all.substr(0, all.find('\n') + 1);
  // given an import that has come to the first of three games
  EXPECT_EQ(quiver({"import", file("a.jsonl", half), "--store", stored()}).exit_code, 0);
  // when it is run again
  const Ran ran = quiver({"import", file("a.jsonl", all), "--store", stored()});
  // then the others are there as well, once
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(quiver({"export", "--store", stored()}).out, all);
  expect_refused(quiver({"import", folder() + "/a.jsonl", "--store", stored()}), "already");
}

TEST_F(Records, AreKeptOnceInAStore) {
  const std::string games = amazons();
  Ran ran = quiver({"import", games, "--store", stored()});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "3 games stored in " + stored() + ", event a\n");
  expect_refused(quiver({"import", games, "--store", stored()}), "this game is in the event \"a\" already");
  expect_refused(quiver({"import", games, games, "--store", stored(), "--event", "b"}),
                 "is the same game as");
  EXPECT_EQ(quiver({"verify", stored()}).out, "3 games, all as recorded\n");
  EXPECT_EQ(quiver({"export", "--store", stored()}).out, content_of_file(games));
  // Another file may join them.
  EXPECT_EQ(quiver({"import", amazons("c.jsonl", "8"), "--store", stored(), "--event", "a"}).exit_code, 0);
  EXPECT_EQ(records_in(quiver({"export", "--store", stored(), "--event", "a"}).out).size(), 6U);
  EXPECT_EQ(quiver({"import", quoridor(), "--store", stored()}).exit_code, 0);
  ran = quiver({"export", "--store", stored()});
  EXPECT_EQ(records_in(ran.out).size(), 2U);
  EXPECT_NE(ran.err.find("has 2 events; this is the latest, \"q\""), std::string::npos) << ran.err;
  expect_refused(quiver({"export", "--store", stored(), "--event", "none"}), "has no event \"none\"");
  expect_refused(quiver({"export", "--store", games}), "is not a store of quiver");
  expect_refused(quiver({"export"}), "give a store");
}

// One game in it is not as it says: nothing is kept, and no store is made.
TEST_F(Records, AreKeptAllOrNone) {
  const std::string text = content_of_file(amazons());
  const std::size_t last = text.rfind("\"hash\":\"") + 8;
  const std::string wrong = file("wrong.jsonl", text.substr(0, last) + "0000" + text.substr(last + 4));
  const Ran ran = quiver({"import", wrong, "--store", stored()});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("line 3: the hash of the last position should be"), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(stored()));
}

TEST_F(Records, AreReplayedIntoAPipe) {
  const std::string games = file("c.jsonl", "");
  const Ran played = quiver(Arguments{"match", "connect4", "--bot", "random", "--bot", "random", "--games",
                                      "2", "--record", games} +
                            patient_clock());
  ASSERT_EQ(played.exit_code, 0) << played.err;
  const auto records = records_in(content_of_file(games));
  const Ran all = quiver({"replay", games, "--game", "2"});
  ASSERT_EQ(all.exit_code, 0) << all.err;
  const std::string length = std::to_string(records[1].moves.size());
  EXPECT_EQ(all.out.find("Connect Four, 6 x 7, game " + records[1].id), 0U) << all.out;
  std::size_t at = 0;
  for (std::size_t k = 0; k <= records[1].moves.size(); ++k) {
    at = all.out.find("move " + std::to_string(k) + " of " + length, at);
    ASSERT_NE(at, std::string::npos) << k;
  }
  EXPECT_NE(all.out.find(records[1].sentence, at), std::string::npos);
  const Ran one = quiver({"replay", games, "--ply", "3"});
  EXPECT_NE(one.out.find("move 3 of "), std::string::npos);
  EXPECT_EQ(one.out.find("move 4 of "), std::string::npos);
  expect_refused(quiver({"replay", games, "--game", "3"}), "has 2 games, and no game 3");
  expect_refused(quiver({"replay", games, "--game", "0"}), "counted from 1");
  expect_refused(quiver({"replay", games, "--ply", "99"}), "so none 99");
  expect_refused(quiver({"replay", games, "--speed", "fast"}), "--speed");
}

TEST_F(Records, AreReplayedAtATerminal) {
  const std::string game = file("report.txt", "e8 e2\ne7 e3\ne7h e2h\n");
  Terminal& terminal = start_at_terminal({"replay", game});
  terminal.expect("Quoridor, 9 x 9, game game-1");
  terminal.expect("move 0 of 6");
  terminal.expect("q: quit");
  const std::vector<std::pair<std::string, std::string>> keys = {{"\x1b[C", "move 1 of 6: seat-0 played e2"},
                                                                 {" ", "move 2 of 6: seat-1 played e8"},
                                                                 {"n", "move 3 of 6"},
                                                                 {"p", "move 2 of 6"},
                                                                 {"\x1b[D", "move 1 of 6"},
                                                                 {"\x1b[F", "move 6 of 6: seat-1 played e7h"},
                                                                 {"\x1b[H", "move 0 of 6"},
                                                                 {"5", "go to move 5: press g"},
                                                                 {"g", "move 5 of 6"},
                                                                 {"+", "+ -: 250ms"},
                                                                 {"-", "+ -: 500ms"}};
  for (const auto& [key, answer] : keys) {
    terminal.press(key);
    terminal.expect(answer);
    if (key != "5") terminal.expect("q: quit");
  }
  terminal.press("\x1b[H");
  terminal.expect("move 0 of 6");
  terminal.press("+++s");
  for (int k = 1; k <= 6; ++k) terminal.expect("move " + std::to_string(k) + " of 6");
  terminal.expect("s: play");
  terminal.press("q");
  EXPECT_EQ(terminal.wait(), 0) << terminal.screen();
}

TEST_F(Records, PlayByThemselvesAtASpeed) {
  const std::string game = file("report.txt", "e8 e2\ne7 e3\n");
  Terminal& terminal = start_at_terminal({"replay", game, "--speed", "20ms", "--ply", "1"});
  for (int k = 1; k <= 4; ++k) terminal.expect("move " + std::to_string(k) + " of 4");
  terminal.close();
  EXPECT_EQ(terminal.wait(), 128 + SIGHUP);
}

// However it ends, the terminal is as it was: lines are read as lines, and what is typed is seen.
TEST_F(Records, LeaveTheTerminalInOrder) {
  const std::string game = file("report.txt", "e8 e2\n");
  for (const auto& [keys, code] :
       std::vector<std::pair<std::string, std::string>>{{"q", "0"}, {"\x03", "130"}, {"\x1c", "131"}}) {
    Terminal& terminal =
        start_shell_at_terminal("trap : INT QUIT; ulimit -c 0; " + quiver_program() + " replay " + game +
                                "; echo code=$?; stty -a; echo that is all");
    terminal.expect("q: quit");
    terminal.press(keys);
    terminal.expect("code=" + code);
    terminal.expect("that is all");
    const std::string modes = terminal.screen().substr(terminal.screen().rfind("code="));
    EXPECT_NE(modes.find(" icanon "), std::string::npos) << modes;
    EXPECT_NE(modes.find(" echo "), std::string::npos) << modes;
    EXPECT_EQ(terminal.wait(), 0);
  }
  Terminal& killed = start_at_terminal({"replay", game});
  killed.expect("q: quit");
  kill(killed.pid(), SIGTERM);
  EXPECT_EQ(killed.wait(), 128 + SIGTERM);
}

}  // namespace quiver::tests
