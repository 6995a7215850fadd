// Bots in Python against the real referee: launched by it, remote, cut off, over TLS, and failing.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include "tests/e2e/proxy.hpp"
#include "tests/e2e/tls_stage.hpp"

namespace quiver::tests {

namespace {

using Decision = Proxy::Decision;

constexpr const char* kPython = "/usr/bin/python3";

struct Board {
  std::string name;
  Arguments game;
  unsigned seats = 2;
  std::string map = {};  // the content of the map file, if there is one

  friend std::ostream& operator<<(std::ostream& out, const Board& one) { return out << one.name; }
};

const Board kBoards[] = {
    {"Amazons", {"amazons"}},
    {"AmazonsOnAnEight", {"amazons", "--board", "eight", "--size", "8"}},
    {"AmazonsOfFour", {"amazons", "--size", "6", "--seats", "4"}, 4},
    {"AmazonsOnAMap", {"amazons"}, 2, "0..#1\n.....\n..#..\n.....\n1...0\n"},
    {"Quoridor", {"quoridor"}},
    {"QuoridorOfFour", {"quoridor", "--size", "7", "--start", "placed", "--seats", "4"}, 4},
    {"ConnectFour", {"connect4", "--rows", "8", "--cols", "12", "--line", "5"}},
};

void expect_in(const std::string& all, const std::string& part) {
  EXPECT_NE(all.find(part), std::string::npos) << part << "\nis not in\n" << all;
}

class Python : public TlsStage {
 protected:
  Program& start_python(const Arguments& arguments) {
    return start(kPython, Arguments{FIRST_BOT} + arguments, {{"PYTHONPATH", QUIVER_PYTHON_PACKAGE}});
  }
  // The games of `quiver match` between these bots.
  std::vector<wire::Record> match(const Arguments& game, const Arguments& bots, const Arguments& more = {}) {
    Arguments arguments = Arguments{"match"} + game + Arguments{"--json", "--seed", "5"} + more;
    for (const std::string& bot : bots) arguments = arguments + Arguments{"--bot", bot};
    const Ran ran = quiver(arguments + patient_clock());
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return records_in(ran.out);
  }
};

class PythonOn : public Python, public testing::WithParamInterface<Board> {};

}  // namespace

TEST_P(PythonOn, PlaysInEverySeat) {
  Arguments game = GetParam().game;
  if (!GetParam().map.empty()) game = game + Arguments{"--board", file("board.txt", GetParam().map)};
  Arguments bots(GetParam().seats, "random");
  bots[0] = FIRST_BOT;
  const auto records = match(game, bots, {"--games", std::to_string(GetParam().seats), "--swap"});
  ASSERT_EQ(records.size(), GetParam().seats);
  for (const wire::Record& record : records) {
    expect_clean(record);
    expect_replays(record);
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, PythonOn, testing::ValuesIn(kBoards),
                         [](const auto& one) { return one.param.name; });

TEST_F(Python, PlaysTheSameGameWithTheSameSeed) {
  const Arguments bots = {FIRST_BOT, FIRST_BOT};
  const auto once = match({"quoridor", "--size", "7"}, bots);
  const auto again = match({"quoridor", "--size", "7"}, bots);
  ASSERT_EQ(once.size(), 1U);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(moves_of(once[0]), moves_of(again[0]));
  expect_clean(once[0]);
}

TEST_F(Python, TellsWhyItFailed) {
  const std::string bot = file("failing.py",
                               "from quiver import Bot, run_bot\n"
                               "class Failing(Bot):\n"
                               "    def choose(self, position, deadline):\n"
                               "        raise ValueError('the book is empty')\n"
                               "run_bot(Failing())\n");
  const auto records = match({"connect4"}, {bot, "random"});
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(reason_of(records[0], 0), "CRASHED");
  const std::string why = "ValueError: the book is empty (failing.py, line 4)";
  EXPECT_NE(records[0].seats[0].detail.find(why), std::string::npos) << records[0].seats[0].detail;
  expect_in(records[0].seats[0].detail, "; Traceback (most recent call last): | File ");
  expect_in(records[0].seats[0].detail, "line 4, in choose | raise ValueError('the book is empty')");
  const std::string log = content_of_file(records[0].seats[0].log);
  EXPECT_TRUE(log.starts_with("Traceback (most recent call last):\n")) << log;
  EXPECT_TRUE(log.ends_with("ValueError: the book is empty\nfailing: the bot failed: " + why + "\n")) << log;
  // and in the terminal all of that stands below the game
  const Ran ran = quiver(Arguments{"match", "connect4", "--bot", bot, "--bot", "random"} + patient_clock());
  expect_in(ran.out, "\n  failing: it says: " + why + "; its output: ");
  expect_in(ran.out, "\n  the last lines that failing printed:\n    Traceback (most recent call last):\n");
  expect_in(ran.out, "\n        raise ValueError('the book is empty')\n    ValueError: the book is empty\n");
}

TEST_F(Python, ShowsTheTracebackOfABotThatDiesBeforeItConnects) {
  std::string code = "from quiver import Bot, run_bot\n";
  for (int k = 0; k < 30; ++k)
    code += "def f" + std::to_string(k) + "():\n    " +
            (k == 0 ? std::string("import no_such_module") : "f" + std::to_string(k - 1) + "()") + "\n";
  const std::string bot = file("dying.py", code + "f29()\n");
  const auto records = match({"connect4"}, {bot, "random"});
  ASSERT_EQ(records.size(), 1U);
  const std::string& detail = records[0].seats[0].detail;
  EXPECT_EQ(reason_of(records[0], 0), "CRASHED");
  EXPECT_TRUE(detail.starts_with("it ended without ever connecting: exit status 1; … ")) << detail;
  EXPECT_TRUE(
      detail.ends_with("| import no_such_module | ModuleNotFoundError: No module named 'no_such_module'"))
      << detail;
  EXPECT_LE(detail.size(), 1024U);
  const Ran ran = quiver(Arguments{"match", "connect4", "--games", "3", "--bot", bot, "--bot", "random"} +
                         patient_clock());
  // All of it, however long, and once for all games.
  expect_in(ran.out,
            "\n    Traceback (most recent call last):\n      File \"" + bot + "\", line 62, in <module>\n");
  expect_in(ran.out, "\n    ModuleNotFoundError: No module named 'no_such_module'\n");
  const std::size_t first = ran.out.find("the last lines that dying printed");
  EXPECT_EQ(ran.out.find("the last lines that dying printed", first + 1), std::string::npos) << ran.out;
}

TEST_F(Python, IsStartedWithOptionsOfTheInterpreterToo) {
  const std::string bot = file("my_bot.py",
                               "import sys\n"
                               "from quiver import Bot, run_bot\n"
                               "class Mine(Bot):\n"
                               "    def choose(self, position, deadline):\n"
                               "        return next(iter(position.legal_moves()))\n"
                               "print('dev' if sys.flags.dev_mode else 'plain', flush=True)\n"
                               "run_bot(Mine())\n");
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const auto records = match({"connect4"}, {std::string(python) + " -X dev " + bot, "random"});
    ASSERT_EQ(records.size(), 1U);
    expect_clean(records[0]);
    EXPECT_EQ(records[0].seats[0].name, "my_bot");
    expect_in(content_of_file(records[0].seats[0].log), "dev\n");  // there may be warnings, too
  }
}

TEST_F(Python, IsTakenForAProgramOfAnotherKindWhereItDoesNotUseTheSdk) {
  const std::string bot = file("plain.py", "print('your move?')\nmove = input()\n");
  const auto records = match({"connect4"}, {bot, "random"});
  ASSERT_EQ(records.size(), 1U);
  expect_in(records[0].seats[0].detail, "it ended without ever connecting: exit status 1; ");
  expect_in(records[0].seats[0].detail,
            "if it is a program that plays on its stdin and stdout, write text: before");
  const Ran ran = quiver({"check", bot, "--game", "connect4"});
  EXPECT_EQ(ran.exit_code, 1);
  expect_in(ran.out, "write text: before its name");
  expect_in(ran.out, "\n              your move?\n");
  expect_in(ran.out, "\n              EOFError: EOF when reading a line\n");
}

TEST_F(Python, TakesUpALostConnectionWheneverThatHappens) {
  Daemon daemon(*this);
  Visitor boss = daemon.admin();
  // given the game as it goes when nobody is cut off
  wire::Order order = order_for("amazons", {"remote:alice", "remote:bob"}, 21);
  order.options.size = 8;
  Program& alice = start_python(daemon.connect_as("alice"));
  start(bundled_bot_path("amazons-random"), daemon.connect_as("bob"));
  daemon.await_competitors({"alice", "bob"});
  const std::string undisturbed = moves_of(play(boss, order).at(0));
  alice.signal(SIGTERM);
  EXPECT_EQ(alice.wait(), 128 + SIGTERM);
  daemon.await_listing([](const wire::Listing& listing) {
    for (const auto& one : listing.competitors)
      if (one.name == "alice" && one.connected) return false;
    return true;
  });
  // when alice loses her connection after every eighth frame, whatever it is
  Proxy proxy(daemon.address(), [seen = 0U, cuts = 0U](const Proxy::Frame&) mutable {
    const bool cut = ++seen % 8 == 0 && cuts < 8;
    cuts += cut ? 1U : 0U;
    return cut ? Decision::kCutAfter : Decision::kPass;
  });
  Arguments through = daemon.connect_as("alice") + Arguments{"--matches", "1", "--quiet"};
  std::replace(through.begin(), through.end(), daemon.url(), proxy.url());
  Program& cut_off = start_python(through);
  daemon.await_competitors({"alice", "bob"});
  const wire::Record record = play(boss, order).at(0);
  // then the game is the same, and she leaves content
  EXPECT_EQ(moves_of(record), undisturbed);
  expect_clean(record);
  EXPECT_EQ(cut_off.wait(), 0);
  EXPECT_EQ(cut_off.err(), "");
  EXPECT_EQ(proxy.cuts(), 8U);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Python, PlaysOverTlsAndTrustsTheRightCertificateAlone) {
  serve();
  const std::string url = daemon_->url();
  const auto says = [&](const Arguments& arguments, const std::string& sentence) {
    Program& bot = start_python(arguments);
    EXPECT_EQ(bot.wait(), 2);
    EXPECT_EQ(bot.err(), "first_bot: " + sentence + "\n");
  };
  const std::string cannot = "cannot connect to " + url + ": ";
  const Arguments stranger = {"--connect", url, "--token", token_of("alice")};
  const std::string unknown =
      "its certificate is from an authority that is not known here; give the right one with --ca FILE";
  says(stranger, cannot + unknown);
  says(stranger + Arguments{"--ca", file("other.pem", Authority().certificate())}, cannot + unknown);
  says(stranger + Arguments{"--ca", "/no/such/file"},
       "\"/no/such/file\" cannot be read: No such file or directory");
  const std::string empty = file("empty.pem", "");
  says(stranger + Arguments{"--ca", empty}, "\"" + empty.substr(0, 40) + (empty.size() > 40 ? "…" : "") +
                                                "\" has no certificate in PEM: NO_CERTIFICATE_OR_CRL_FOUND");
  EXPECT_EQ(count("welcomed"), 0U);
  // when two that do trust it play
  Program& alice = start_python(bot_arguments(url, "alice") + Arguments{"--matches", "1"});
  Program& bob =
      start_python(bot_arguments("quivers://localhost:" + std::to_string(daemon_->address().port), "bob") +
                   Arguments{"--matches", "1"});
  ASSERT_TRUE(eventually([&] { return count("info welcomed") == 2; })) << alice.err() << bob.err();
  const Ran ran =
      quiver(Arguments{"order", "--connect", url, "--token", token_of("boss"), "--ca", ca_, "--json",
                       "--seed", "7", "quoridor", "--bot", "remote:alice", "--bot", "remote:bob"} +
             patient_clock());
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto records = records_in(ran.out);
  ASSERT_EQ(records.size(), 1U);
  expect_clean(records[0]);
  expect_replays(records[0]);
  for (Program* bot : {&alice, &bob}) {
    EXPECT_EQ(bot->wait(), 0);
    // It has told its user of the connection, the match and the result, a line each, and of nothing else.
    const std::string said = bot->err();
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 3) << said;
    EXPECT_TRUE(said.starts_with("first_bot: connected to quivers://")) << said;
    expect_in(said, ": quoridor against " + std::string(bot == &alice ? "bob, seat 0\n" : "alice, seat 1\n"));
    expect_in(said, "; " + records[0].sentence + "\n");
  }
  // then another certificate is for another host
  EXPECT_EQ(daemon_->stop(), 0);
  daemon_.reset();
  daemon_.emplace(*this, Arguments{"--no-pairing"} + certified(authority_.issue({.names = "DNS:localhost"})));
  says(bot_arguments(daemon_->url(), "alice"),
       "cannot connect to " + daemon_->url() + ": its certificate is for another host");
  EXPECT_EQ(daemon_->stop(), 0);
}

// A bot that reads files of its own: by name, beside itself, and a module.
TEST_F(Python, FindsWhatItIsShownByNameAndBesideItself) {
  const std::string bots = folder() + "/bots";
  std::filesystem::create_directories(bots + "/data");
  std::filesystem::permissions(bots, std::filesystem::perms(0755));
  std::filesystem::permissions(bots + "/data", std::filesystem::perms(0755));
  for (const auto& [name, content] : {std::pair{"weights.txt", "1 2 3\n"},
                                      {"data/book.txt", "opening\n"},
                                      {"judgement.py", "WORTH = 7\n"},
                                      {"secret.txt", "a token\n"}})
    ASSERT_FALSE(file(std::string("bots/") + name, content).empty());
  const std::string bot = file("bots/my_bot.py", R"(
import os
import sys
from pathlib import Path

import judgement
from quiver import Bot, run_bot

print(open("weights.txt").read().split(), (Path(__file__).parent / "weights.txt").exists())
print(open("data/book.txt").read().strip(), judgement.WORTH, os.path.exists("secret.txt"))
open("notes.txt", "w").write("its folder can be written to")


class MyBot(Bot):
    def choose(self, position, deadline):
        return position.legal_moves()[0]


run_bot(MyBot())
)");
  const std::string found = "['1', '2', '3'] True\nopening 7 ";
  const std::string each =
      bot + " see=" + bots + "/weights.txt see=" + bots + "/data see=" + bots + "/judgement.py";
  const std::string whole = bot + " see=" + bots;
  for (const Arguments& isolate : {Arguments{}, Arguments{"--isolate", "off"}})
    for (const std::string& spec : {each, whole}) {
      const auto records =
          match({"connect4"}, {spec, "random"}, isolate + Arguments{"--logs", folder() + "/logs"});
      ASSERT_EQ(records.size(), 1U);
      expect_clean(records[0]);
      // Only what is named is there.
      const std::string printed = content_of_file(records[0].seats[0].log);
      EXPECT_NE(printed.find(found + (spec == whole ? "True\n" : "False\n")), std::string::npos)
          << spec << printed;
    }
}

}  // namespace quiver::tests
