// Processes: started, limited, reaped, and nothing left behind.
#include "referee/launch/process.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/files/scratch.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::Command;
using launch::Exit;
using launch::Process;

namespace {

Exit exit_of(const std::string& script) {
  auto process = Process::spawn(shell(script));
  EXPECT_TRUE(process);
  return wait_for(*process);
}

}  // namespace

TEST(Processes, TellHowTheyEnded) {
  EXPECT_EQ(exit_of("exit 3").sentence(), "exit status 3");
  EXPECT_EQ(exit_of("kill -SEGV $$").sentence(), "signal 11 (Segmentation fault)");
  EXPECT_FALSE(exit_of("exit 3").broken_limit());
}

TEST(Processes, ThatDoNotStartSayWhy) {
  Command command = shell("");
  command.program = "/no/such/program";
  const auto process = Process::spawn(command);
  ASSERT_FALSE(process);
  EXPECT_EQ(process.error().sentence, "\"/no/such/program\" cannot be started: No such file or directory");
  command = shell("");
  command.folder = "/no/such/folder";
  EXPECT_FALSE(Process::spawn(command));
}

TEST(Processes, HaveTheirOwnEnvironmentFolderAndGroup) {
  Command command =
      shell("echo $QUIVER_TOKEN; pwd; cat; echo err >&2; test $(ps -o pgid= $$) = $$ && echo leader");
  command.environment["QUIVER_TOKEN"] = "secret";
  command.folder = "/usr";
  auto process = Process::spawn(command);
  ASSERT_TRUE(process);
  EXPECT_EQ(output_of(*process), "secret\n/usr\nerr\nleader\n");
  EXPECT_EQ(wait_for(*process).status, 0);
}

TEST(Processes, InheritNoDescriptors) {
  const int open_here = dup(STDERR_FILENO);
  auto process = Process::spawn(shell("ls /proc/self/fd | wc -l"));
  ASSERT_TRUE(process);
  EXPECT_EQ(output_of(*process), "4\n");  // 0, 1, 2, and the one that ls reads the folder with
  wait_for(*process);
  close(open_here);
}

TEST(Processes, TakeTheirChildrenWithThem) {
  // A child in the background outlives its parent, but not the reaping.
  auto process = Process::spawn(shell("sleep 1000 >/dev/null 2>&1 & echo $!; exit 0"));
  ASSERT_TRUE(process);
  const int child = std::stoi(output_of(*process));
  wait_for(*process);
  while (!is_gone(child)) {
    // killed, and its new parent will reap it
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    std::string text;
    std::getline(status, text);
    if (text.find(") Z ") != std::string::npos) break;
    usleep(1000);
  }
}

TEST(Processes, EndWhenTheyAreNoLongerWanted) {
  int pid = 0;
  {
    auto process = Process::spawn(shell("trap '' TERM INT HUP; while :; do sleep 1; done"));
    ASSERT_TRUE(process);
    pid = process->pid();
    EXPECT_FALSE(process->reap());  // it runs
  }
  EXPECT_TRUE(is_gone(pid));
}

TEST(Processes, AreLimitedInCpu) {
  Command command = shell("while :; do :; done");
  command.limits.cpu = std::chrono::seconds(1);
  auto process = Process::spawn(command);
  ASSERT_TRUE(process);
  const Exit exit = wait_for(*process);
  EXPECT_EQ(exit.broken_limit(), "CPU limit of 1s") << exit.sentence();
}

TEST(Processes, AreLimitedInCpuThoughTheyIgnoreTheWarning) {
  Command command = shell("trap '' XCPU; while :; do :; done");
  command.limits.cpu = std::chrono::seconds(1);
  auto process = Process::spawn(command);
  ASSERT_TRUE(process);
  EXPECT_EQ(wait_for(*process).broken_limit(), "CPU limit of 1s");
}

TEST(Processes, AreLimitedInMemory) {
  Exit exit;
  exit.limits.memory_bytes = 64U << 20U;
  exit.peak_memory_bytes = 60U << 20U;
  exit.signal = SIGABRT;
  EXPECT_EQ(exit.broken_limit(), "memory limit of 64 MiB");
  exit.peak_memory_bytes = 10U << 20U;
  EXPECT_FALSE(exit.broken_limit());
}

TEST(Scratch, FoldersVanishWithTheirContent) {
  std::string path;
  {
    auto folder = launch::ScratchFolder::make();
    ASSERT_TRUE(folder);
    path = folder->path();
    std::filesystem::create_directories(path + "/deep/er");
    std::ofstream(path + "/deep/er/file") << "x";
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Logs, AreCutOffAndNotMissedWhenEmpty) {
  auto folder = launch::ScratchFolder::make();
  ASSERT_TRUE(folder);
  launch::CappedLog log(folder->path() + "/log", 10);
  EXPECT_TRUE(log.empty());
  EXPECT_FALSE(std::filesystem::exists(log.path()));
  log.write("12345");
  log.write("67890123");
  log.write("more");
  std::ifstream file(log.path());
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), "1234567890\n[the log ends here: it has reached its limit]\n");
}

}  // namespace quiver::tests
