// Bots in Python against the real referee: launched by it, dialled in, cut off, over TLS, and failing.
#include <algorithm>
#include <csignal>

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
  EXPECT_EQ(content_of_file(records[0].seats[0].log), "failing: the bot failed: " + why + "\n");
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
  Arguments through = daemon.connect_as("alice") + Arguments{"--matches", "1"};
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
    EXPECT_EQ(bot->err(), "");
  }
  // then another certificate is for another host
  EXPECT_EQ(daemon_->stop(), 0);
  daemon_.reset();
  daemon_.emplace(*this, Arguments{"--no-pairing"} + certified(authority_.issue({.names = "DNS:localhost"})));
  says(bot_arguments(daemon_->url(), "alice"),
       "cannot connect to " + daemon_->url() + ": its certificate is for another host");
  EXPECT_EQ(daemon_->stop(), 0);
}

}  // namespace quiver::tests
