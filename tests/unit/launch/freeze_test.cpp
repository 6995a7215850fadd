// Who is frozen stays so, whatever it has arranged, by the kernel's freezer and by signals; and it can be
// killed.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/isolation.hpp"
#include "tests/e2e/fixtures/freeze_escapes.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::Command;
using launch::Confinement;
using launch::Process;
namespace fs = std::filesystem;

namespace {

enum class Means { kFreezer, kSignals };

// All processes that are in the same namespace as this one, but for the supervisor.
std::vector<int> beside(int pid) {
  std::vector<int> all;
  std::error_code error;
  const fs::path space = fs::read_symlink("/proc/" + std::to_string(pid) + "/ns/pid", error);
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (fs::read_symlink(it->path() / "ns/pid", gone) != space || gone) continue;
    std::ifstream name(it->path() / "comm");
    std::string text;
    std::getline(name, text);
    if (!text.starts_with("quiver-superv")) all.push_back(std::stoi(it->path().filename().string()));
  }
  return all;
}

// What each of them has used.
std::map<int, long> ticks_beside(int pid) {
  std::map<int, long> all;
  for (const int one : beside(pid)) {
    std::ifstream file("/proc/" + std::to_string(one) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) continue;
    std::istringstream rest(text.substr(name_end + 1));
    std::string word;
    for (int field = 3; rest >> word && field <= 15; ++field)
      if (field >= 14) all[one] += std::stol(word);
  }
  return all;
}

// Of those who are still there.
double millis_since(const std::map<int, long>& before, int pid) {
  long ticks = 0;
  for (const auto& [one, now] : ticks_beside(pid))
    if (const auto found = before.find(one); found != before.end()) ticks += now - found->second;
  return 1000.0 * static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::string first_line(Process& process) {
  std::string line;
  while (!line.ends_with('\n')) {
    char byte = 0;
    if (const ssize_t got = read(process.output_descriptor(), &byte, 1); got == 1) line += byte;
    if (line.empty()) usleep(1000);
  }
  return line;
}

class Frozen : public testing::TestWithParam<std::tuple<std::string, Means>> {
 protected:
  void SetUp() override {
    auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
    ASSERT_TRUE(launch_policy);
    if (launch_policy->confinement != Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
    cgroups_ = launch_policy->cgroups;
    if (means() == Means::kSignals) cgroups_ = {};
    if (means() == Means::kFreezer && cgroups_.freezer.empty())
      GTEST_SKIP() << "no control groups can be made here that freeze";
  }
  static Means means() { return std::get<1>(GetParam()); }
  [[nodiscard]] Command restless(const std::string& way) const {
    Command command;
    command.program = RESTLESS;
    command.arguments = {way};
    command.files = showing({RESTLESS});
    command.supervisor = QUIVER_SUPERVISOR;
    command.confinement = Confinement::kFull;
    command.stoppable = true;
    command.cgroups = cgroups_;
    return command;
  }

  launch::Cgroups cgroups_;
};

std::string name_of(const testing::TestParamInfo<std::tuple<std::string, Means>>& info) {
  return std::get<0>(info.param) + (std::get<1>(info.param) == Means::kFreezer ? "ByFreezer" : "BySignals");
}

}  // namespace

TEST_P(Frozen, StaysSoWhateverItHasArranged) {
  auto process = Process::spawn(restless(std::get<0>(GetParam())));
  ASSERT_TRUE(process) << process.error().sentence;
  ASSERT_EQ(first_line(*process), "restless\n");
  for (int round = 0; round < 3; ++round) {
    // given that it runs, when it is frozen, at a moment that it cannot know
    usleep(static_cast<useconds_t>(7'000 + 31'000 * round));
    for (const int one : beside(process->pid())) kill(one, SIGUSR1);
    process->freeze(true);
    usleep(60'000);  // some may be on their way out of a long call
    const auto before = ticks_beside(process->pid());
    usleep(150'000);
    // then nobody computes, but for what the kernel counts in ticks
    EXPECT_LE(millis_since(before, process->pid()), 40) << "round " << round;
    process->freeze(false);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!process->awake_since() && std::chrono::steady_clock::now() < deadline) {
      process->listen();
      usleep(100);
    }
    ASSERT_TRUE(process->awake_since());
  }
  EXPECT_LE(base::millis(process->used_frozen()), 100);
}

TEST_P(Frozen, IsKilledAllTheSame) {
  auto process = Process::spawn(restless(std::get<0>(GetParam())));
  ASSERT_TRUE(process) << process.error().sentence;
  ASSERT_EQ(first_line(*process), "restless\n");
  process->freeze(true);
  const int pid = process->pid();
  { const Process ends = std::move(*process); }
  EXPECT_TRUE(is_gone(pid));
}

INSTANTIATE_TEST_SUITE_P(By, Frozen,
                         testing::Combine(testing::ValuesIn(freeze_escapes()),
                                          testing::Values(Means::kFreezer, Means::kSignals)),
                         name_of);

}  // namespace quiver::tests
