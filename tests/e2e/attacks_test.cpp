// Attacks by a launched bot on its opponent, on the referee and on the machine. Each fails, costs nobody
// anything, and leaves nothing behind; as root and as an ordinary user.
#include <csignal>
#include <filesystem>
#include <sstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/e2e/hostile_game.hpp"

namespace quiver::tests {

namespace {

// A socket that anybody on this machine could connect to.
class OpenSocket {
 public:
  explicit OpenSocket(const std::string& path) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un here{};
    here.sun_family = AF_UNIX;
    path.copy(here.sun_path, sizeof here.sun_path - 1);
    if (bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 || listen(socket_, 8) != 0)
      throw std::runtime_error("no socket at " + path);
    chmod(path.c_str(), 0777);
  }
  ~OpenSocket() { close(socket_); }
  OpenSocket(const OpenSocket&) = delete;
  OpenSocket& operator=(const OpenSocket&) = delete;

 private:
  int socket_;
};

struct Attack {
  std::string name = {};
  std::string behaviour = {};
  std::string verdict = {};
  std::string detail = {};
  std::string limits = {};
  bool ordinary = false;  // the referee runs as an ordinary user

  friend std::ostream& operator<<(std::ostream& out, const Attack& one) { return out << one.name; }
};

// `everybody` as root, then the same as an ordinary user.
std::vector<Attack> both(const std::vector<Attack>& everybody) {
  std::vector<Attack> all;
  for (Attack one : everybody)
    for (const bool ordinary : {false, true}) {
      one.ordinary = ordinary;
      all.push_back(one);
    }
  return all;
}

class Attacks : public HostileGameBase, public testing::WithParamInterface<Attack> {
 protected:
  void SetUp() override {
    if (GetParam().ordinary && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
    if (!GetParam().ordinary && getuid() != 0) GTEST_SKIP() << "this is not root";
  }
};

const std::vector<Attack> kAttacks = {
    {"LooksIntoOtherProcesses", "attack look"},
    {"SignalsOtherProcesses", "attack signal"},
    {"TracesOtherProcesses", "attack trace"},
    {"ConnectsElsewhere", "attack connect"},
    {"WritesElsewhere", "attack write"},
    {"ReadsSecrets", "attack read"},
    {"LeavesChildrenBehind", "attack leave-children"},
    {"FillsTheDisk", "attack fill-disk"},
    {"KillsItsSupervisor", "attack kill-supervisor"},
    {"ForksWithoutEnd", "attack fork-bomb", "RESOURCE_LIMIT", "process limit of 40", "processes=40"},
#if !defined(__SANITIZE_ADDRESS__)  // which needs more memory than any limit leaves it
    {"EatsMemory", "eat-memory", "RESOURCE_LIMIT", "memory limit of 64 MiB", "memory=64M"},
    {"EatsSharedMemory", "attack eat-shared-memory", "RESOURCE_LIMIT", "memory limit of 64 MiB",
     "memory=64M"},
#endif
};

}  // namespace

TEST_P(Attacks, FailAndDisturbNobody) {
  // given secrets of the referee's, of the opponent's and of whoever runs it, and sockets to reach
  const Attack& attack = GetParam();
  const std::string secrets = file("secret", "the opponent's weights") + ":" + folder() +
                              "/tokens:" + folder() + "/program-0.err:" + folder() +
                              "/records:/proc/self/../" + std::to_string(getpid()) + "/environ";
  const OpenSocket open_socket(folder() + "/socket");
  const OpenSocket another(folder() + "/another");
  HostileCase one{"", attack.behaviour, attack.verdict, attack.detail};
  one.limits = attack.limits + " env:SECRETS=" + secrets + " env:SOCKETS=" + folder() +
               "/socket env:PLACES=" + folder() + " env:VICTIMS=" + std::to_string(getpid()) +
               " env:MARK=" + folder();
  // when a bot tries to get at them
  const wire::Record record = play_beside_innocents(one);
  // then it could have played as well, and nothing of it is left: the fixture looks
  expect_verdict(one, record);
  EXPECT_EQ(record.seats[0].isolation, "full");
  EXPECT_EQ(record.seats[0].limits == "rlimits", record.seats[1].limits == "rlimits");
  const std::string log = content_of_file(record.seats[0].log);
  EXPECT_FALSE(std::filesystem::exists(folder() + "/quiver-was-here"));
  EXPECT_EQ(log.find("SUCCEEDED"), std::string::npos) << log;
  if (attack.verdict.empty()) {
    EXPECT_NE(log.find("tried " + attack.behaviour.substr(7)), std::string::npos) << log;
  }
}

INSTANTIATE_TEST_SUITE_P(Everybody, Attacks, testing::ValuesIn(both(kAttacks)), [](const auto& one) {
  return one.param.name + (one.param.ordinary ? "AsAUser" : "");
});

using AttacksOnMemory = HostileGameBase;

TEST_F(AttacksOnMemory, ByManyProcessesTogetherEndAtTheLimit) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a sanitizer needs more memory than any limit leaves it";
#endif
  const HostileCase one{"", "attack eat-memory", "RESOURCE_LIMIT", "memory limit of 64 MiB", "", {"connect4"},
                        0,  "memory=64M"};
  const wire::Record record = play_beside_innocents(one);
  // Without control groups nobody counts processes together; each of these stays within its own limit.
  if (record.seats[0].limits == "rlimits") GTEST_SKIP() << "no control groups can be made here";
  expect_verdict(one, record);
}

using IsolationChoice = Stage;

TEST_F(IsolationChoice, OffIsNone) {
  const Ran ran =
      quiver({"match", "connect4", "--json", "--isolate", "off", "--bot", "random", "--bot", "random"});
  const auto all = records_in(ran.out);
  ASSERT_EQ(all.size(), 1U) << ran.err;
  EXPECT_EQ(all[0].seats[0].isolation, "none");
  EXPECT_EQ(ran.err, "");
}

TEST_F(IsolationChoice, IsMadeWithOneWarningOrRefusedWhereNamespacesAreNot) {
  // given a machine that makes no namespaces: here, for one user, by its limits
  const std::string refuse = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\"";
  const auto without = [&](const Arguments& more) {
    Program& program =
        start("/usr/bin/unshare", Arguments{"-Ur", "sh", "-c", refuse, quiver_program(), "match", "connect4",
                                            "--json", "--bot", "random", "--bot", "random"} +
                                      more);
    const int code = program.wait();
    return Ran{program.out(), program.err(), code};
  };
  // when it may do without, then it warns in one line, and plays
  const Ran may = without({});
  EXPECT_EQ(may.exit_code, 0) << may.err;
  EXPECT_TRUE(may.err.starts_with("quiver: bots are not isolated")) << may.err;
  EXPECT_EQ(may.err.find('\n'), may.err.size() - 1);
  const auto all = records_in(may.out);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].seats[0].isolation, "filtered");
  expect_clean(all[0]);
  // when it may not, then it does not run
  const Ran must = without({"--isolate", "required"});
  EXPECT_EQ(must.exit_code, 2);
  EXPECT_TRUE(must.err.starts_with("quiver: --isolate required: bots cannot be isolated")) << must.err;
  EXPECT_EQ(must.out, "");
}

// A machine that makes as many namespaces as FILE says, whenever that changes, for one user, by its limits.
// It runs "$@" there.
const char* const kChangingMachine =
    "limit=/proc/sys/user/max_user_namespaces; cat $0 > $limit; program=$$;"
    " (while sleep 0.02 && kill -0 $program; do cmp -s $0 $limit || cat $0 > $limit; done) 2>/dev/null &"
    " exec \"$@\"";

TEST_F(IsolationChoice, IsMadeAgainForEachBot) {
  // given a machine that has no namespaces left at the moment
  const std::string limit = file("limit", "0\n");
  Program& match =
      start("/usr/bin/unshare",
            Arguments{"-Ur", "sh", "-c", kChangingMachine, limit, quiver_program(), "match", "connect4",
                      "--json", "--restart", "--games", "2000", "--bot", "random", "--bot", "random"} +
                patient_clock());
  const auto played = [&](const std::string& how) {
    return match.out().find("\"isolation\":\"" + how + "\"") != std::string::npos;
  };
  ASSERT_TRUE(eventually([&] { return played("filtered"); })) << match.err();
  EXPECT_FALSE(played("full"));
  // when it has some again, then the bots that start after that are isolated
  ASSERT_EQ(file("limit", "100\n"), limit);
  EXPECT_TRUE(eventually([&] { return played("full"); })) << match.err();
  match.signal(SIGTERM);
  match.wait();
}

TEST_F(IsolationChoice, IsNeverLessThanItWas) {
  // given a match whose bots are isolated
  const std::string limit = file("limit", "100\n");
  Program& match =
      start("/usr/bin/unshare",
            Arguments{"-Ur", "sh", "-c", kChangingMachine, limit, quiver_program(), "match", "connect4",
                      "--json", "--restart", "--games", "100000", "--bot", "random", "--bot", "random"} +
                patient_clock());
  ASSERT_TRUE(eventually([&] { return match.out().find("\"full\"") != std::string::npos; })) << match.err();
  // when there are no namespaces any more, as a bot might bring about, then no game is played without
  ASSERT_EQ(file("limit", "0\n"), limit);
  EXPECT_TRUE(eventually([&] { return match.out().find("\"VOID\"") != std::string::npos; })) << match.err();
  EXPECT_EQ(match.out().find("\"filtered\""), std::string::npos);
  EXPECT_EQ(match.out().find("\"none\""), std::string::npos);
  match.signal(SIGTERM);
  match.wait();
}

// Under the filter, with what it refuses where signals stop a bot and its supervisor counts its memory.
TEST_F(IsolationChoice, LetsEveryBundledBotPlay) {
  if (!become_ordinary() && getuid() == 0) GTEST_SKIP() << "only root can become somebody else";
  const Ran bots = quiver({"bots"});
  std::istringstream lines(bots.out);
  unsigned played = 0;
  for (std::string name; lines >> name; lines.ignore(1000, '\n')) {
    const std::string game = name.substr(0, name.find('-'));
    if (game != "amazons" && game != "quoridor" && game != "connect4") continue;
    Arguments words = {"match", game, "--json", "--no-ponder", "--bot", name, "--bot", "random"};
    if (game == "amazons") words = words + Arguments{"--size", "6"};
    if (game == "quoridor") words = words + Arguments{"--size", "5"};
    // On a busy machine a bot may be late, but not before it has moved once if it has time.
    std::vector<wire::Record> all;
    for (const char* time : {"100ms", "1s", "10s"}) {
      const Ran ran = quiver(words + Arguments{"--move-time", time});
      all = records_in(ran.out);
      ASSERT_EQ(all.size(), 1U) << name << ": " << ran.err;
      EXPECT_EQ(all[0].seats[0].isolation, "full") << name;
      if (all[0].moves.size() > 1U) break;
    }
    if (reason_of(all[0], 0) != "TIMEOUT" && reason_of(all[0], 1) != "TIMEOUT") expect_clean(all[0]);
    EXPECT_GT(all[0].moves.size(), 1U) << name << ": " << all[0].sentence;
    ++played;
  }
  EXPECT_GT(played, 10U) << bots.out;
}

TEST_F(IsolationChoice, IsNotHadWhereABotOfRootsWouldBeRoot) {
  if (getuid() != 0) GTEST_SKIP() << "this is not root";
  // given root without the right to make anybody somebody else
  Program& match = start("/usr/bin/setpriv",
                         {"--bounding-set", "-setuid", "--inh-caps", "-setuid", quiver_program(), "match",
                          "connect4", "--isolate", "required", "--bot", "random", "--bot", "random"});
  // then bots would be root themselves, however isolated
  EXPECT_EQ(match.wait(), 2);
  EXPECT_NE(match.err().find("no user of its own"), std::string::npos) << match.err();
}

TEST_F(IsolationChoice, WithoutItNothingIsLeftEither) {
  const std::string bot = hostile_bot() + " env:MARK=" + folder() + " attack leave-children";
  const Ran ran =
      quiver(Arguments{"match", "connect4", "--json", "--isolate", "off", "--bot", bot, "--bot", "random"} +
             patient_clock());
  const auto all = records_in(ran.out);
  ASSERT_EQ(all.size(), 1U) << ran.err;
  expect_clean(all[0]);
}

}  // namespace quiver::tests
