// --debug-bot: a bot that stands in a debugger loses nothing by it, and the others hurry as ever.
#include <csignal>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <thread>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class DebugBot : public Stage {
 protected:
  // The process that the line on stderr names; 0 while there is none.
  static pid_t printed_pid(const Program& match) {
    const std::string err = match.err();
    const std::string before = "gdb -p ";
    const std::size_t at = err.find(before);
    if (at == std::string::npos || err.find('\n', at) == std::string::npos) return 0;
    return static_cast<pid_t>(std::stol(err.substr(at + before.size())));
  }
  static std::string state_of(pid_t pid) {
    const std::string stat = content_of_file("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t name = stat.rfind(')');
    return name == std::string::npos ? "" : stat.substr(name + 2, 1);
  }
  static std::string bot(const std::string& behaviour) { return hostile_bot() + " " + behaviour; }
};

}  // namespace

TEST_F(DebugBot, MayBeStoppedForLongerThanItsClock) {
  // given a bot that stops itself at its second turn, as at a breakpoint
  Program& match =
      start_quiver(Arguments{"match", "connect4", "--json", "--debug-bot", "0", "--bot", bot("stop"), "--bot",
                             "random move-time=20m", "--move-time", "50ms"});
  ASSERT_TRUE(eventually([&] { return printed_pid(match) != 0; })) << match.err();
  const pid_t pid = printed_pid(match);
  ASSERT_TRUE(eventually([&] { return state_of(pid) == "T"; })) << state_of(pid);
  EXPECT_NE(match.err().find(hostile_bot()), std::string::npos) << match.err();
  // when a debugger attaches and leaves again, and it is continued long after its time
  ASSERT_EQ(ptrace(PTRACE_SEIZE, pid, nullptr, nullptr), 0);
  ASSERT_EQ(ptrace(PTRACE_INTERRUPT, pid, nullptr, nullptr), 0);
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, __WALL), pid);
  ASSERT_EQ(ptrace(PTRACE_DETACH, pid, nullptr, nullptr), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));  // that time passes is what is tested
  ASSERT_EQ(kill(pid, SIGCONT), 0);
  // then it plays on to the end
  EXPECT_EQ(match.wait(), 0) << match.err();
  const auto records = records_in(match.out());
  ASSERT_EQ(records.size(), 1U);
  expect_clean(records[0]);
  expect_replays(records[0]);
  EXPECT_GE(records[0].seats[0].used, std::chrono::milliseconds(400));
  EXPECT_EQ(records[0].seats[0].time.per_move, std::nullopt);
  EXPECT_EQ(records[0].seats[0].time.cap, std::chrono::hours(24));
}

TEST_F(DebugBot, WithoutItTheSameBotIsLate) {
  const Ran ran = quiver(Arguments{"match", "connect4", "--json", "--bot", bot("stop"), "--bot",
                                   "random move-time=20m", "--move-time", "50ms"});
  ASSERT_EQ(records_in(ran.out).size(), 1U) << ran.err;
  EXPECT_EQ(reason_of(records_in(ran.out)[0], 0), "TIMEOUT");
}

TEST_F(DebugBot, MayBeStoppedBeforeItSaysHello) {
  Program& match = start_quiver(Arguments{"match", "connect4", "--json", "--debug-bot", "1", "--bot",
                                          "random move-time=20m", "--bot", bot("stop-at-first")} +
                                Arguments{"--move-time", "50ms", "--connect-time", "5s"});
  ASSERT_TRUE(eventually([&] { return printed_pid(match) != 0; })) << match.err();
  const pid_t pid = printed_pid(match);
  ASSERT_TRUE(eventually([&] { return state_of(pid) == "T"; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(5500));  // longer than --connect-time
  ASSERT_EQ(kill(pid, SIGCONT), 0);
  EXPECT_EQ(match.wait(), 0) << match.err();
  const auto records = records_in(match.out());
  ASSERT_EQ(records.size(), 1U);
  expect_clean(records[0]);
}

TEST_F(DebugBot, LeavesTheOpponentsClockAlone) {
  const Ran ran = quiver(Arguments{"match", "connect4", "--json", "--debug-bot", "0", "--bot", "random",
                                   "--bot", bot("hang"), "--move-time", "200ms"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  ASSERT_EQ(records_in(ran.out).size(), 1U);
  EXPECT_EQ(reason_of(records_in(ran.out)[0], 1), "TIMEOUT");
}

TEST_F(DebugBot, IsOneOfThoseThatAreStartedHere) {
  const Arguments two = {"--bot", "random", "--bot", "remote:ann"};
  const Ran out_of_range = quiver(Arguments{"match", "connect4", "--debug-bot", "2"} + two);
  EXPECT_EQ(out_of_range.exit_code, 2);
  EXPECT_EQ(out_of_range.err, "quiver: --debug-bot takes the number of a --bot, from 0 to 1\n");
  const Ran remote = quiver(Arguments{"match", "connect4", "--debug-bot", "1"} + two);
  EXPECT_EQ(remote.exit_code, 2);
  EXPECT_EQ(remote.err, "quiver: --debug-bot: ann is remote; debug it where it runs\n");
}

}  // namespace quiver::tests
