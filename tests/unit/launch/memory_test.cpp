// Memory that a bot holds by whatever way counts, where no control group counts it.
#include <sstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/isolation.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::Command;
using launch::Confinement;
using launch::Process;

namespace {

class Hoarded : public testing::TestWithParam<std::string> {};

// How many MiB it has said that it holds, once it holds no more or has ended.
std::size_t most_held(const std::string& said) {
  std::size_t most = 0;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("held ")) most = std::stoul(line.substr(5));
  return most;
}

}  // namespace

TEST_P(Hoarded, MemoryIsLimitedWithoutControlGroups) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a sanitizer needs more memory than any limit leaves it";
#endif
  const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
  ASSERT_TRUE(launch_policy);
  if (launch_policy->confinement != Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  // given a bot that may have 64 MiB, counted by its supervisor
  Command command;
  command.program = HOARDER;
  command.arguments = {GetParam()};
  command.files = showing({HOARDER});
  command.supervisor = QUIVER_SUPERVISOR;
  command.confinement = Confinement::kFull;
  command.limits.memory_bytes = std::uint64_t{64} << 20U;
  auto process = Process::spawn(command);
  ASSERT_TRUE(process) << process.error().sentence;
  EXPECT_EQ(process->limit_mechanism(), "rlimits");
  // when it takes as much as it can
  std::string said;
  std::optional<launch::Exit> exit;
  while (!exit && said.find("no more") == std::string::npos) {
    char piece[4096];
    if (const ssize_t got = read(process->output_descriptor(), piece, sizeof piece); got > 0)
      said.append(piece, static_cast<std::size_t>(got));
    else
      usleep(1000);
    exit = process->reap();
  }
  // then it was refused more, or ended because of it, before it had half as much again; a tenth of a second
  // passes between looks, in which it takes some pieces more
  EXPECT_LE(most_held(said), 64U + 64U) << said;
  if (exit) {
    EXPECT_EQ(exit->broken_limit(), "memory limit of 64 MiB");
  }
}

INSTANTIATE_TEST_SUITE_P(By, Hoarded,
                         testing::Values("memfd", "files", "posix", "sysv", "shared", "small", "remains",
                                         "zero", "secret", "private"),
                         [](const auto& one) { return one.param; });

}  // namespace quiver::tests
