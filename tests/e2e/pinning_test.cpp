// --pin: which cores the bots of a running match have.
#include <algorithm>
#include <cstring>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/launch/cores/affinity.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

// In a network of its own, where no other process has claimed cores.
bool enter_own_network() {
  if (unshare(CLONE_NEWNET) != 0) return false;
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq loopback{};
  std::strncpy(loopback.ifr_name, "lo", sizeof loopback.ifr_name - 1);
  loopback.ifr_flags = IFF_UP;
  const bool up = ioctl(any, SIOCSIFFLAGS, &loopback) == 0;
  close(any);
  return up;
}

class Pinning : public Stage {
 protected:
  void SetUp() override {
    if (!enter_own_network()) GTEST_SKIP() << "only root can have a network of its own";
  }
  // What runs of this program, "hostile-bot" or "quiver match", and which cores each may use.
  [[nodiscard]] std::vector<std::string> cores_of(const std::string& program) const {
    std::vector<std::string> all;
    for (const pid_t pid : processes()) {
      std::string line = content_of_file("/proc/" + std::to_string(pid) + "/cmdline");
      std::replace(line.begin(), line.end(), '\0', ' ');
      const std::size_t at = line.find(program);
      if (at == std::string::npos || line.find("quiver-supervisor") == 0) continue;
      // The program itself and no argument of another.
      if (line.find(' ') < at && program.find(' ') == std::string::npos) continue;
      const std::string status = content_of_file("/proc/" + std::to_string(pid) + "/status");
      constexpr std::string_view kKey = "Cpus_allowed_list:\t";
      const std::size_t begin = status.find(kKey);
      if (begin == std::string::npos) continue;
      all.push_back(status.substr(begin + kKey.size(), status.find('\n', begin) - begin - kKey.size()));
    }
    return all;
  }
  [[nodiscard]] static std::string own_cores() {
    const std::string status = content_of_file("/proc/self/status");
    constexpr std::string_view kKey = "Cpus_allowed_list:\t";
    const std::size_t begin = status.find(kKey) + kKey.size();
    return status.substr(begin, status.find('\n', begin) - begin);
  }
  Program& start_match(const Arguments& more) {
    return start_quiver(Arguments{"match", "connect4", "--bot", hostile_program() + " slow 50", "--bot",
                                  hostile_program() + " slow 50", "--games", "4"} +
                        patient_clock() + more);
  }
};

bool is_one(const std::string& cores) { return cores.find_first_not_of("0123456789") == std::string::npos; }

}  // namespace

TEST_F(Pinning, OneGameHasOneCoreAndTheRefereeJoinsIt) {
  start_match({});
  EXPECT_TRUE(eventually([&] {
    const auto bots = cores_of("hostile-bot");
    const auto referee = cores_of("quiver match");
    return bots.size() == 2 && bots[0] == bots[1] && is_one(bots[0]) && referee.size() == 1 &&
           referee[0] == bots[0];
  })) << testing::PrintToString(cores_of("hostile-bot"));
}

TEST_F(Pinning, TwoMatchesDoNotChooseTheSameCore) {
  if (launch::own_cpus().size() < 2) GTEST_SKIP() << "this needs two cores";
  start_match({});
  ASSERT_TRUE(eventually([&] { return cores_of("hostile-bot").size() == 2 && is_one(cores_of("hostile-bot")[0]); }));
  start_match({});
  EXPECT_TRUE(eventually([&] {
    auto bots = cores_of("hostile-bot");
    std::sort(bots.begin(), bots.end());
    return bots.size() == 4 && is_one(bots[0]) && bots[0] == bots[1] && bots[2] == bots[3] && is_one(bots[2]) &&
           bots[0] != bots[2];
  })) << testing::PrintToString(cores_of("hostile-bot"));
}

TEST_F(Pinning, TwoGamesHaveTwoCores) {
  if (launch::own_cpus().size() < 2) GTEST_SKIP() << "this needs two cores";
  start_match({"--concurrency", "2"});
  EXPECT_TRUE(eventually([&] {
    auto bots = cores_of("hostile-bot");
    std::sort(bots.begin(), bots.end());
    return bots.size() == 4 && is_one(bots[0]) && bots[0] == bots[1] && bots[2] == bots[3] && bots[1] != bots[2];
  })) << testing::PrintToString(cores_of("hostile-bot"));
  EXPECT_EQ(cores_of("quiver match"), std::vector<std::string>{own_cores()});
}

TEST_F(Pinning, ABotWithTwoThreadsHasTwoCores) {
  if (launch::own_cpus().size() < 2) GTEST_SKIP() << "this needs two cores";
  start_quiver(Arguments{"match", "connect4", "--bot", hostile_program() + " threads=2 slow 50", "--bot",
                         hostile_program() + " slow 50", "--games", "4"} +
               patient_clock());
  EXPECT_TRUE(eventually([&] {
    const auto bots = cores_of("hostile-bot");
    return bots.size() == 2 && bots[0] == bots[1] && !is_one(bots[0]);
  })) << testing::PrintToString(cores_of("hostile-bot"));
}

TEST_F(Pinning, OffLeavesAllCores) {
  start_match({"--pin", "off"});
  EXPECT_TRUE(eventually([&] {
    return cores_of("hostile-bot") == std::vector<std::string>{own_cores(), own_cores()};
  })) << testing::PrintToString(cores_of("hostile-bot"));
}

TEST_F(Pinning, NoneIsUsedThatWasNotGiven) {
  const auto all = launch::own_cpus();
  launch::Cores before;
  for (const launch::Cpu& one : all) before.push_back(one.id);
  ASSERT_TRUE(launch::run_thread_on(0, {all.back().id}));
  start_match({});
  EXPECT_TRUE(eventually([&] {
    const std::string one = std::to_string(all.back().id);
    return cores_of("hostile-bot") == std::vector<std::string>{one, one};
  })) << testing::PrintToString(cores_of("hostile-bot"));
  launch::run_thread_on(0, before);
}

TEST_F(Pinning, MoreGamesThanCoresAreToldOnce) {
  const auto all = launch::own_cpus();
  launch::Cores before;
  for (const launch::Cpu& one : all) before.push_back(one.id);
  ASSERT_TRUE(launch::run_thread_on(0, {all.front().id}));
  const Ran ran = quiver(Arguments{"match", "connect4", "--bot", "random", "--bot", "random", "--games", "6",
                                   "--concurrency", "3"} +
                         patient_clock());
  launch::run_thread_on(0, before);
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err,
            "quiver: 3 games at once on 1 core: bots wait for each other while their clocks run, and search less "
            "in the same time; --concurrency 1 gives each game cores of its own\n");
}

TEST_F(Pinning, AnIsolatedBotCannotLeaveItsCore) {
  const Ran ran = quiver(Arguments{"match", "connect4", "--json", "--logs", folder(), "--bot",
                                   hostile_program() + " attack leave-core", "--bot", "random"} +
                         patient_clock());
  const auto games = records_in(ran.out);
  ASSERT_EQ(games.size(), 1U) << ran.err;
  expect_clean(games[0]);
  if (games[0].seats[0].isolation == "none") GTEST_SKIP() << "this machine has no filter";
  EXPECT_EQ(content_of_file(games[0].seats[0].log), "tried leave-core\n");
}

}  // namespace quiver::tests
