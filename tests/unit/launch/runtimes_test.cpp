// Languages and what compilers put into programs, under the filter of system calls, with and without what it
// refuses where signals stop a bot and its supervisor counts its memory.
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/isolation.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::Command;
using launch::Confinement;
namespace fs = std::filesystem;

namespace {

// The strict filter is the one of a machine without control groups.
class UnderTheFilter : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
    ASSERT_TRUE(launch_policy);
    if (launch_policy->confinement != Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  }
  static Command confined(const std::string& program, const std::vector<std::string>& arguments,
                          const std::string& visible) {
    Command command;
    command.program = program;
    command.arguments = arguments;
    command.files = showing({visible});
    command.environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", "/tmp"}, {"LSAN_OPTIONS", "detect_leaks=0"}};
    command.supervisor = QUIVER_SUPERVISOR;
    command.confinement = Confinement::kFull;
    command.stoppable = GetParam();
#if !defined(__SANITIZE_ADDRESS__)  // whose supervisor needs more memory than any limit leaves it
    if (GetParam()) command.limits.memory_bytes = std::uint64_t{4} << 30U;
#endif
    return command;
  }
  static bool is_there(const char* program) { return access(program, X_OK) == 0; }
};

}  // namespace

TEST_P(UnderTheFilter, PythonRuns) {
  if (!is_there("/usr/bin/python3")) GTEST_SKIP() << "/usr/bin/python3 is not installed";
  const std::string script = std::string(RUNTIMES) + "/runtime.py";
  EXPECT_EQ(run_to_end(confined("/usr/bin/python3", {script}, script)), "done\n");
}

TEST_P(UnderTheFilter, NodeRuns) {
  if (!is_there("/usr/bin/node")) GTEST_SKIP() << "/usr/bin/node is not installed";
  const std::string script = std::string(RUNTIMES) + "/runtime.js";
  EXPECT_EQ(run_to_end(confined("/usr/bin/node", {script}, script)), "done\n");
}

TEST_P(UnderTheFilter, JavaRuns) {
  if (!is_there("/usr/bin/java") || !is_there("/usr/bin/javac")) GTEST_SKIP() << "no JDK is installed";
  std::string folder = testing::TempDir() + "quiver-java-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  fs::permissions(folder, fs::perms(0755));
  ASSERT_EQ(std::system(("/usr/bin/javac -d " + folder + " " RUNTIMES "/Runtime.java").c_str()), 0);
  const std::vector<std::string> arguments = {"-Xmx256m", "-cp", folder, "Runtime"};
  EXPECT_EQ(run_to_end(confined("/usr/bin/java", arguments, folder)), "done\n");
  fs::remove_all(folder);
}

// They map terabytes that they hardly use; how much they use is not what is tried here.
TEST_P(UnderTheFilter, SanitizersRun) {
#if defined(SANITIZED)
  for (const char* kind : {"address", "undefined", "thread"}) {
    const std::string program = std::string(SANITIZED) + kind;
    if (!is_there(program.c_str())) GTEST_SKIP() << program << " was not built";
    Command command = confined(program, {}, program);
    command.limits = {};
    EXPECT_EQ(run_to_end(command), "done\n") << kind;
  }
#else
  GTEST_SKIP() << "this build has a sanitizer of its own";
#endif
}

TEST_P(UnderTheFilter, LocksAreForOnesOwnFiles) {
  if (!is_there("/usr/bin/flock")) GTEST_SKIP() << "/usr/bin/flock is not installed";
  // given a file of its own and one of the system's, which others see too
  EXPECT_EQ(run_to_end(confined("/bin/sh",
                                {"-c",
                                 "flock -n own true && echo own; flock -n /usr/bin/env true 2>/dev/null ||"
                                 " echo refused; flock own sleep 0.2 & sleep 0.1; flock own echo waited"},
                                "/usr")),
            "own\nrefused\nwaited\n");
}

INSTANTIATE_TEST_SUITE_P(Is, UnderTheFilter, testing::Bool(),
                         [](const auto& one) { return one.param ? "Strict" : "Usual"; });

}  // namespace quiver::tests
