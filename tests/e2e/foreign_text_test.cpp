// Text that others wrote is shown as text: whichever way it comes in, nothing that a terminal obeys, that
// reorders or that hides gets out at any place where people look.
#include "client_sdk/base/harmless_text.hpp"
#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

// A title for the window, a colour by a C1 control, DEL; overrides, isolates and marks of direction; a line
// separator, a zero-width space, an invisible tag.
const std::string kForeign =
    "\x1b]0;taken\a\u009b31m\x7f"
    "won\u202Etsol\u2066\u061C\u200F\u2028\u200B\U000E0041.";
// And bytes that are no UTF-8, where nothing but bytes is asked for.
const std::string kBytes = kForeign +
                           "\x9b"
                           "2J\xff\xc2";

std::string hex(const std::string& text) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text)
    out += {kDigits[static_cast<unsigned char>(c) >> 4U], kDigits[static_cast<unsigned char>(c) & 15U]};
  return out;
}

void expect_harmless(const std::string& shown, const std::string& what) {
  EXPECT_EQ(base::harmless_text(shown, base::Keep::kLinesAndColors), shown) << what;
  EXPECT_EQ(shown.find('\x1b'), std::string::npos) << what << ": " << shown;
}

// JSON has it as \u202e, all else as \u{202e}.
bool names_the_override(const std::string& shown) {
  return shown.find("\\u{202e}") != std::string::npos || shown.find("\\u202e") != std::string::npos;
}

class ForeignText : public Stage {
 protected:
  Ran harmless_run(const Arguments& words) {
    Ran ran = quiver(words);
    std::string what = "quiver";
    for (const std::string& word : words) what += " " + base::harmless_text(word);
    expect_harmless(ran.out, what);
    expect_harmless(ran.err, what);
    return ran;
  }
  [[nodiscard]] std::string bot(const std::string& behaviour, const std::string& text) const {
    return hostile_program() + " " + behaviour + " " + hex(text) + " name=hostile";
  }
  [[nodiscard]] Arguments game(const std::string& hostile) const {
    return Arguments{"connect4", "--bot", hostile, "--bot", "random"} + patient_clock();
  }
  // A record in which everything that is text is foreign.
  std::string foreign_record() {
    const Ran ran = quiver(Arguments{"match", "--json"} + game("random name=a"));
    wire::Record record = records_in(ran.out).at(0);
    record.id += kForeign;
    record.started += kForeign;
    record.sentence = kForeign;
    for (auto& seat : record.seats) seat.name = seat.title = seat.detail = kForeign;
    for (auto& move : record.moves) move.info = wire::Info{0.5, 3, kForeign};
    return file("foreign.jsonl", wire::record_json(record) + "\n");
  }
};

}  // namespace

TEST_F(ForeignText, OfABotInAMatch) {
  for (const char* behaviour : {"failed", "desync", "say-in-passing"}) {
    const Arguments with = game(bot(behaviour, kForeign));
    const bool shown = std::string(behaviour) != "say-in-passing";
    EXPECT_EQ(names_the_override(harmless_run(Arguments{"match", "--show"} + with).out), shown) << behaviour;
    EXPECT_TRUE(names_the_override(harmless_run(Arguments{"match", "--json"} + with).out)) << behaviour;
    const std::string junit = folder() + "/junit.xml";
    EXPECT_EQ(names_the_override(harmless_run(Arguments{"match", "--tap", "--junit", junit} + with).out),
              shown);
    expect_harmless(content_of_file(junit), "--junit");
  }
}

TEST_F(ForeignText, ThatABotPrints) {
  const std::string junit = folder() + "/junit.xml";
  const Ran ran = harmless_run(Arguments{"match", "--tap", "--junit", junit, "--logs", folder()} +
                               game(bot("print", kBytes)));
  EXPECT_TRUE(names_the_override(ran.out)) << "the last lines that it printed";
  EXPECT_TRUE(names_the_override(content_of_file(junit)));
  expect_harmless(content_of_file(junit), "--junit");
}

TEST_F(ForeignText, OfABotInACheck) {
  const Ran ran = harmless_run({"check", bot("failed", kForeign), "--game", "connect4"});
  EXPECT_TRUE(names_the_override(ran.out)) << ran.out;
}

TEST_F(ForeignText, OfABotInATournamentAndItsStore) {
  const std::string store = folder() + "/t.db";
  const Ran ran = harmless_run(Arguments{"tournament"} + game(bot("failed", kForeign)) +
                               Arguments{"--games", "2", "--store", store});
  EXPECT_TRUE(names_the_override(ran.out)) << ran.out << ran.err;
  EXPECT_TRUE(names_the_override(harmless_run({"export", "--store", store}).out));
  EXPECT_TRUE(names_the_override(harmless_run({"export", "--store", store, "--format", "text"}).out));
  // Somebody else's store may say anything.
  const std::string change =
      "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
      "db.execute(\"UPDATE entrants SET name = ? || name\", (bytes.fromhex(sys.argv[2]).decode(),)); "
      "db.commit()";
  ASSERT_EQ(start("/usr/bin/python3", {"-c", change, store, hex(kForeign)}).wait(), 0);
  for (const Arguments& more : {Arguments{}, Arguments{"--cross"}, Arguments{"--json"}}) {
    const Ran shown = harmless_run(Arguments{"standings", "--store", store} + more);
    EXPECT_TRUE(names_the_override(shown.out + shown.err)) << shown.out << shown.err;
  }
}

TEST_F(ForeignText, OfARecordFile) {
  const std::string record = foreign_record();
  EXPECT_TRUE(names_the_override(harmless_run({"replay", record}).out));
  EXPECT_TRUE(names_the_override(harmless_run({"export", record}).out));
  EXPECT_TRUE(names_the_override(harmless_run({"export", record, "--format", "text"}).out));
  EXPECT_TRUE(names_the_override(harmless_run({"import", record}).out));
  EXPECT_EQ(harmless_run({"verify", record}).exit_code, 0);
  EXPECT_EQ(harmless_run({"import", record, "--store", folder() + "/i.db"}).exit_code, 0);
  const std::string broken = file("broken.jsonl", "{\"id\": \"" + kBytes + "\"");
  for (const char* command : {"replay", "verify", "import", "export"})
    EXPECT_NE(harmless_run({command, broken}).exit_code, 0);
}

TEST_F(ForeignText, AtATerminal) {
  Terminal& replay = start_at_terminal({"replay", foreign_record()});
  replay.expect("\\u{202e}");
  replay.press("q");
  EXPECT_EQ(replay.wait(), 0);
  expect_harmless(replay.screen(), "replay");

  Terminal& play = start_at_terminal({"play", "connect4", "--against", bot("failed", kForeign)});
  for (const char* column : {"1", "2"}) {
    play.expect("> ");
    play.type(column);
  }
  play.expect("\\u{202e}");
  play.wait();
  expect_harmless(play.screen(), "play");

  Terminal& cup = start_at_terminal(Arguments{"tournament"} + game(bot("failed", kForeign)) +
                                    Arguments{"--games", "2", "--store", folder() + "/at.db"});
  cup.wait();
  expect_harmless(cup.screen(), "tournament");
}

TEST_F(ForeignText, OfFilesAndOfTheCommandLine) {
  const std::string map = file("map.txt", kBytes + "\n" + kBytes + "\n");
  const std::string toml = file("cup.toml",
                                "game = \"connect4\"\nevent = \""
                                "won\u202Etsol\u009b"
                                "\"\n[[bot]]\n" +
                                    kBytes);
  for (const Arguments& words : {Arguments{"board", "amazons", "--map", map},
                                 {"tournament", toml},
                                 {"moves", "connect4", "--moves", kBytes},
                                 {kBytes},
                                 {"match", kBytes},
                                 {"match", "connect4", kBytes},
                                 {"match", "connect4", "--" + kBytes},
                                 {"match", "connect4", "--bot", kBytes},
                                 {"replay", kBytes},
                                 {"standings", "--store", kBytes},
                                 {"serve", "--listen", kBytes}}) {
    const Ran ran = harmless_run(words);
    EXPECT_NE(ran.exit_code, 0);
    EXPECT_NE(ran.exit_code, 70) << ran.err;
  }
}

TEST_F(ForeignText, OfPeersInTheLogAndTheListing) {
  Daemon daemon(*this);
  Visitor stranger = daemon.visitor();
  wire::Hello hello;
  hello.name = hello.token = hello.author = kForeign;
  hello.games = {kForeign};
  stranger.send(hello);
  stranger.await<wire::Refused>();
  Visitor alice = daemon.competitor("alice", kForeign);
  Visitor erin = daemon.competitor("erin");
  erin.send(wire::Failed{1, kForeign});
  erin.send(wire::Error{wire::Error::Code::kDesync, kForeign, 1});
  const Ran listing = harmless_run(Arguments{"admin", "list"} + daemon.connect_as("boss"));
  EXPECT_TRUE(names_the_override(listing.out)) << listing.out << listing.err;
  EXPECT_EQ(daemon.stop(), 0);
  expect_harmless(daemon.program().err(), "the log");
}

}  // namespace quiver::tests
