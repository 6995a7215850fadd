// Control groups: found in either version, made, counted, and swept when their owner is gone.
#include "referee/launch/cgroup.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/owner.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::Cgroup;
using launch::Cgroups;
namespace fs = std::filesystem;

namespace {

// The kernel's files as they look where the second version has its controllers, which this machine may lack.
class SecondVersion : public testing::Test {
 protected:
  SecondVersion() {
    std::string path = testing::TempDir() + "quiver-cgroup-XXXXXX";
    EXPECT_NE(mkdtemp(path.data()), nullptr);
    folder_ = path;
    fs::create_directories(group());
    write("proc/cgroup", "1:name=systemd:/x\n0::/service\n");
    write("proc/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
    write("sys/fs/cgroup/service/cgroup.controllers", "cpu memory pids\n");
    write("sys/fs/cgroup/service/cgroup.subtree_control", "");
  }
  ~SecondVersion() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string group() const { return folder_ + "/sys/fs/cgroup/service"; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_ + "/" + name);
    std::string text;
    std::getline(file, text);
    return text;
  }
  [[nodiscard]] Cgroups find() const { return launch::find_cgroups(folder_ + "/proc", folder_); }

  std::string folder_;
};

}  // namespace

TEST_F(SecondVersion, IsFoundAndItsControllersAreSwitchedOn) {
  const Cgroups found = find();
  EXPECT_EQ(found.version, 2);
  EXPECT_EQ(found.memory, group());
  EXPECT_EQ(read("sys/fs/cgroup/service/cgroup.subtree_control"), "+memory +pids");
}

TEST_F(SecondVersion, IsNotTakenWithoutItsControllers) {
  write("sys/fs/cgroup/service/cgroup.controllers", "cpu\n");
  EXPECT_EQ(find().version, 0);
}

TEST_F(SecondVersion, TakesLimitsAndTellsWhatWasUsed) {
  // given a group in which the kernel keeps its files
  const Cgroups where = find();
  const std::string name = "sys/fs/cgroup/service/one";
  for (const char* file : {"memory.max", "memory.swap.max", "pids.max", "cgroup.procs"})
    write(name + "/" + file, "");
  write(name + "/cpu.stat", "usage_usec 1500\nuser_usec 1000\n");
  write(name + "/memory.events", "low 0\noom 1\noom_kill 0\n");
  write(name + "/pids.events", "max 2\n");
  write(name + "/memory.peak", "4096\n");
  launch::ResourceLimits limits;
  limits.memory_bytes = 1U << 20U;
  limits.processes = 5;
  // when a bot's group is made there
  const auto made = Cgroup::make(where, "one", limits);
  ASSERT_TRUE(made) << made.error().sentence;
  // then its limits are written and its counters read
  EXPECT_EQ(read(name + "/memory.max"), "1048576");
  EXPECT_EQ(read(name + "/memory.swap.max"), "0");
  EXPECT_EQ(read(name + "/pids.max"), "5");
  EXPECT_EQ(made->cpu(), std::chrono::microseconds(1500));
  EXPECT_EQ(made->peak_memory(), 4096U);
  EXPECT_FALSE(made->out_of_memory());
  EXPECT_TRUE(made->out_of_processes());
  ASSERT_TRUE(made->add(42));
  EXPECT_EQ(read(name + "/cgroup.procs"), "42");
}

TEST(Cgroups, OfThisMachineLimitAndCount) {
  const Cgroups where = launch::find_cgroups();
  if (where.version == 0) GTEST_SKIP() << "no control groups can be made here";
  launch::Command command =
      shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0 & sleep 0 & sleep 0 & wait");
  command.cgroups = where;
  command.limits.processes = 2;
  auto process = launch::Process::spawn(command);
  ASSERT_TRUE(process) << process.error().sentence;
  EXPECT_EQ(process->limit_mechanism(), where.name());
  output_of(*process);
  const launch::Exit exit = wait_for(*process);
  EXPECT_TRUE(exit.out_of_processes);
  EXPECT_EQ(exit.broken_limit(), "process limit of 2");
  EXPECT_GT(exit.cpu.count(), 0);
}

TEST(Cgroups, OfDeadOwnersAreSwept) {
  const Cgroups where = launch::find_cgroups();
  if (where.version == 0) GTEST_SKIP() << "no control groups can be made here";
  const std::string alive = launch::owned_name("quiver-test");
  // Process 1 did not start at tick 1 of the machine's life.
  std::string dead = alive;
  dead.replace(dead.find("." + std::to_string(getpid()) + "."), std::string::npos, ".1.1.0000");
  for (const std::string& name : {alive, dead}) fs::create_directory(where.pids + "/" + name);
  launch::sweep_cgroups(where, launch::is_stale);
  EXPECT_TRUE(fs::exists(where.pids + "/" + alive));
  EXPECT_FALSE(fs::exists(where.pids + "/" + dead));
  rmdir((where.pids + "/" + alive).c_str());
}

TEST(Owners, AreToldFromTheirNames) {
  EXPECT_FALSE(launch::is_stale(launch::owned_name("quiver-bot")));
  EXPECT_FALSE(launch::is_stale("quiver-bot-x"));
  EXPECT_FALSE(launch::is_stale("somebody.1.2.3.4"));
  EXPECT_NE(launch::owned_name("quiver-bot"), launch::owned_name("quiver-bot"));
}

}  // namespace quiver::tests
