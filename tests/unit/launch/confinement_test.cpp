// What a confined process can see and do: its own, and nothing else.
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/isolation.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::Command;
using launch::Confinement;
using launch::Process;

namespace {

// A script in namespaces of its own.
class Confined : public testing::Test {
 protected:
  void SetUp() override {
    const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
    ASSERT_TRUE(launch_policy);
    if (launch_policy->confinement != Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  }
  static Command confined(const std::string& script) {
    Command command = shell(script);
    command.confinement = Confinement::kFull;
    return command;
  }
};

}  // namespace

TEST_F(Confined, SeesOnlyItsOwnProcesses) {
  // The shell itself looks, because nobody knows which end of a pipe is there first: itself and init.
  EXPECT_EQ(run_to_end(confined("echo $$; set -- /proc/[0-9]*; echo $#")), "2\n2\n");
}

TEST_F(Confined, WritesToItsScratchFolderAndNowhereElse) {
  EXPECT_EQ(run_to_end(confined(
                "pwd; echo a > file && cat file; for d in / /usr /etc /dev /proc/sys/kernel/hostname;"
                " do touch $d/x 2>/dev/null && echo $d; done; true")),
            "/tmp\na\n");
}

TEST_F(Confined, SeesTheSystemAndWhatItIsShown) {
  std::string folder = testing::TempDir() + "quiver-see-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
  std::ofstream(folder + "/shown") << "shown\n";
  std::ofstream(folder + "/hidden") << "hidden\n";
  Command command = confined("cat " + folder + "/shown; cat " + folder +
                             "/hidden 2>/dev/null; ls /root /home /var 2>/dev/null;"
                             " (echo x >> " +
                             folder + "/shown) 2>/dev/null || echo refused");
  command.files = showing({folder + "/shown"});
  EXPECT_EQ(run_to_end(command), "shown\nrefused\n");
  std::filesystem::remove_all(folder);
}

TEST_F(Confined, HasNoMoreRoomThanItsScratchFolderHas) {
  Command command = confined("head -c 100M /dev/zero > big 2>/dev/null; stat -c %s big");
  command.limits.scratch_bytes = 1U << 20U;
  EXPECT_EQ(run_to_end(command), "1048576\n");
}

TEST_F(Confined, HasNoRights) {
  EXPECT_EQ(
      run_to_end(
          confined("grep -E '^(CapEff|CapPrm|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\t'")),
      "CapPrm:0000000000000000\nCapEff:0000000000000000\nCapBnd:0000000000000000\nNoNewPrivs:1\nSeccomp:2\n");
}

TEST_F(Confined, IsRefusedWhatNoBotNeeds) {
  EXPECT_EQ(run_to_end(confined(
                "unshare -U true 2>/dev/null || echo no-namespace; mount -t tmpfs x /tmp 2>/dev/null || "
                "echo no-mount; kill -9 1 2>/dev/null; sleep 0; echo alive")),
            "no-namespace\nno-mount\nalive\n");
}

TEST_F(Confined, TakesEverythingAlongThatHidFromIt) {
  auto process = Process::spawn(
      confined("setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' >/dev/null 2>&1 & exit 0"));
  ASSERT_TRUE(process) << process.error().sentence;
  EXPECT_EQ(wait_for(*process).sentence(), "exit status 0");
}

TEST_F(Confined, IsReachedThroughItsDoor) {
  // Nothing in a shell connects to a port but what reads from /dev/tcp.
  Command command = confined("");
  command.program = "/bin/bash";
  command.arguments = {"-c", "exec 3<>/dev/tcp/127.0.0.1/${QUIVER_ADDRESS##*:}; echo hello >&3"};
  auto process = Process::spawn(command);
  ASSERT_TRUE(process) << process.error().sentence;
  const int peer = accept(process->listener_descriptor(), nullptr, nullptr);
  ASSERT_GE(peer, 0);
  char text[6] = {};
  EXPECT_EQ(read(peer, text, 5), 5);
  EXPECT_STREQ(text, "hello");
  close(peer);
  wait_for(*process);
}

TEST_F(Confined, StopsAndGoesOn) {
  auto process = Process::spawn(confined("while :; do :; done"));
  ASSERT_TRUE(process);
  const auto state = [&] {
    std::ifstream file("/proc/" + std::to_string(process->pid()) + "/stat");
    std::string text;
    std::getline(file, text);
    return text.at(text.rfind(')') + 2);
  };
  process->freeze(true);
  while (state() != 'T') usleep(1000);
  const auto used = process->cpu();
  usleep(20'000);
  EXPECT_EQ(process->cpu(), used);
  process->freeze(false);
  while (process->cpu() <= used) usleep(1000);
}

TEST_F(Confined, SaysWhatCannotBeStarted) {
  Command command = confined("");
  command.program = "/no/such/program";
  const auto process = Process::spawn(command);
  ASSERT_FALSE(process);
  EXPECT_TRUE(process.error().sentence.starts_with(
      "\"/no/such/program\" cannot be started: No such file or directory"))
      << process.error().sentence;
}

TEST_F(Confined, IsLimitedInProcessesWithoutControlGroups) {
  Command command = confined("for i in 1 2 3 4 5 6 7 8 9; do sleep 1000 & done; wait");
  command.limits.processes = 4;
  auto process = Process::spawn(command);
  ASSERT_TRUE(process) << process.error().sentence;
  EXPECT_EQ(process->limit_mechanism(), "rlimits");
  EXPECT_EQ(wait_for(*process).broken_limit(), "process limit of 4");
}

TEST_F(Confined, EndsWhenItsSupervisorDoes) {
  auto process = Process::spawn(confined("trap '' TERM INT HUP; while :; do sleep 1; done"));
  ASSERT_TRUE(process);
  const int bot = process->pid();
  EXPECT_EQ(kill(bot, 0), 0);
  process->kill();
  wait_for(*process);
  EXPECT_TRUE(is_gone(bot));
}

TEST_F(Confined, OpensItsOutputByName) { EXPECT_EQ(run_to_end(confined("echo one > /dev/stdout")), "one\n"); }

TEST_F(Confined, HasAllTheRoomThereIsWithoutALimit) {
  EXPECT_EQ(run_to_end(confined("head -c 100M /dev/zero > big && stat -c %s big")), "104857600\n");
}

}  // namespace quiver::tests
