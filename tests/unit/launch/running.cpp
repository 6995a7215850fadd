#include "tests/unit/launch/running.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace quiver::tests {

using launch::Command;
using launch::Exit;
using launch::Process;

Command shell(const std::string& script) {
  Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", script};
  command.environment = {{"PATH", "/bin:/usr/bin"}};
  command.folder = "/";
  command.name = "test";
  command.supervisor = QUIVER_SUPERVISOR;
  return command;
}

std::shared_ptr<const launch::LaunchFiles> showing(const std::vector<std::string>& paths) {
  auto files = launch::open_shown_files(paths);
  EXPECT_TRUE(files) << (files ? "" : files.error().sentence);
  return files ? std::make_shared<const launch::LaunchFiles>(std::move(*files)) : nullptr;
}

Exit wait_for(Process& process) {
  pollfd end{process.end_descriptor(), POLLIN, 0};
  while (poll(&end, 1, -1) < 0 && errno == EINTR) {
  }
  const auto exit = process.reap();
  EXPECT_TRUE(exit);
  return exit.value_or(Exit{});
}

std::string output_of(Process& process) {
  std::string all;
  std::array<char, 4096> buffer{};
  for (;;) {
    pollfd ready{process.output_descriptor(), POLLIN, 0};
    if (poll(&ready, 1, -1) < 0) continue;
    const ssize_t got = read(process.output_descriptor(), buffer.data(), buffer.size());
    if (got <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string run_to_end(const Command& command) {
  auto process = Process::spawn(command);
  EXPECT_TRUE(process) << (process ? "" : process.error().sentence);
  if (!process) return "";
  const std::string out = output_of(*process);
  EXPECT_EQ(wait_for(*process).sentence(), "exit status 0") << out;
  return out;
}

bool is_gone(int pid) { return kill(pid, 0) != 0 && errno == ESRCH; }

}  // namespace quiver::tests
