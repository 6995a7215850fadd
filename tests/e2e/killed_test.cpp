// kill -9 of quiver at random moments: nothing is left, at once or after the next start.
#include <csignal>
#include <filesystem>
#include <random>
#include <thread>
#include <unistd.h>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;

class Killed : public Stage, public testing::WithParamInterface<bool> {
 protected:
  // Control groups of programs that this test started.
  [[nodiscard]] std::vector<std::string> groups() const {
    std::vector<std::string> found;
    for (const char* controller : {"memory", "pids", "cpuacct", "unified"}) {
      std::error_code error;
      fs::recursive_directory_iterator it(std::string("/sys/fs/cgroup/") + controller, error);
      for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error))
        if (it->is_directory(error) && is_ours(it->path().filename().string()))
          found.push_back(it->path().string());
    }
    return found;
  }

  // The namespaces that the test's processes are in now, but for those that the test itself is in.
  [[nodiscard]] std::set<std::string> namespaces() const {
    std::set<std::string> found;
    for (const pid_t pid : processes())
      for (const char* kind : {"net", "pid", "mnt", "user", "ipc"}) {
        std::error_code gone;
        const std::string name =
            fs::read_symlink("/proc/" + std::to_string(pid) + "/ns/" + kind, gone).string();
        if (!gone && name != fs::read_symlink(std::string("/proc/self/ns/") + kind).string())
          found.insert(name);
      }
    return found;
  }
  // Of these, those that somebody on this machine still is in, or that are mounted somewhere.
  static std::set<std::string> alive(const std::set<std::string>& some) {
    std::set<std::string> found;
    std::error_code error;
    fs::directory_iterator it("/proc", error);
    for (const fs::directory_iterator end; !error && it != end; it.increment(error))
      for (const char* kind : {"net", "pid", "mnt", "user", "ipc"}) {
        std::error_code gone;
        const std::string name = fs::read_symlink(it->path() / "ns" / kind, gone).string();
        if (some.contains(name)) found.insert(name);
      }
    const std::string mounts = content_of_file("/proc/self/mountinfo");
    for (const std::string& name : some)
      if (mounts.find(" " + name + " ") != std::string::npos) found.insert(name);
    return found;
  }

 private:
  [[nodiscard]] bool is_ours(const std::string& name) const {
    if (!name.starts_with("quiver-")) return false;
    for (const pid_t pid : started())
      if (name.find("." + std::to_string(pid) + ".") != std::string::npos) return true;
    return false;
  }
};

unsigned seed() {
  const char* given = std::getenv("QUIVER_SEED");
  return given != nullptr ? static_cast<unsigned>(std::stoul(given)) : std::random_device{}();
}

}  // namespace

TEST_P(Killed, LeavesNothing) {
  if (GetParam() && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
  const unsigned chance = seed();
  RecordProperty("seed", static_cast<int>(chance));
  SCOPED_TRACE("QUIVER_SEED=" + std::to_string(chance));
  std::mt19937 random(chance);
  // given matches of bots that hide children, new processes for every game
  const std::string bot = hostile_program() + " env:MARK=" + folder() + " attack leave-children";
  std::set<std::string> seen;
  for (int k = 0; k < 50; ++k) {
    Program& match = start_quiver(Arguments{"match", "connect4", "--json", "--restart", "--games", "1000",
                                            "--concurrency", "2", "--bot", bot, "--bot", bot} +
                                  patient_clock());
    // when one is killed at some moment: while it starts, launches bots, plays. A fifth of them surely not
    // before there is a bot, however busy the machine is
    const auto has_bots = [&] {
      std::set<std::string> now = namespaces();
      const bool some = !now.empty();
      seen.merge(now);
      return some;
    };
    ASSERT_TRUE(k % 5 != 0 || eventually(has_bots)) << match.err();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200'000));
    seen.merge(namespaces());
    match.signal(SIGKILL);
    EXPECT_EQ(match.wait(), 128 + SIGKILL);
    // then no bot and no supervisor is left
    ASSERT_TRUE(eventually([this] { return processes().empty(); })) << "attempt " << k;
  }
  // and none of their namespaces; numbers come again, so other tests may own one by now for a moment
  EXPECT_FALSE(seen.empty());
  EXPECT_TRUE(eventually([&] { return alive(seen).empty(); }));
  // and after the next start no control group and no scratch folder either
  const Ran next = quiver({"match", "connect4", "--json", "--bot", "random", "--bot", "random"});
  EXPECT_EQ(next.exit_code, 0) << next.err;
  EXPECT_EQ(groups(), std::vector<std::string>{});
  EXPECT_EQ(scratch_folders(), std::vector<std::string>{});
}

TEST_P(Killed, LeavesNothingWithoutIsolation) {
  if (GetParam() && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
  const std::string bot = hostile_program() + " env:MARK=" + folder() + " attack leave-children";
  for (int k = 0; k < 5; ++k) {
    Program& match = start_quiver(Arguments{"match", "connect4", "--json", "--restart", "--isolate", "off",
                                            "--games", "1000", "--bot", bot, "--bot", bot} +
                                  patient_clock());
    EXPECT_TRUE(eventually([&] { return match.out().find('\n') != std::string::npos; })) << match.err();
    match.signal(SIGKILL);
    match.wait();
    ASSERT_TRUE(eventually([this] { return processes().empty(); })) << "attempt " << k;
  }
  const Ran next = quiver({"match", "connect4", "--json", "--bot", "random", "--bot", "random"});
  EXPECT_EQ(next.exit_code, 0) << next.err;
  EXPECT_EQ(groups(), std::vector<std::string>{});
  EXPECT_EQ(scratch_folders(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(As, Killed, testing::Bool(),
                         [](const auto& one) { return one.param ? "AUser" : "Root"; });

}  // namespace quiver::tests
