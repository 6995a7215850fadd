// --no-ponder: a bot gets the processor on its own turns only.
#include <csignal>
#include <thread>
#include <unistd.h>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class Pondering : public Stage, public testing::WithParamInterface<bool> {
 protected:
  // A bot that computes all the time from its second turn on, against one that takes its time.
  wire::Record play(const Arguments& more, const std::string& behaviour = "attack ponder",
                    const std::string& opponent = "slow") {
    const Ran ran =
        quiver(Arguments{"match", "connect4", "--json", "--seed", "5", "--bot",
                         hostile_program() + " " + behaviour, "--bot", hostile_program() + " " + opponent} +
               patient_clock() + more);
    const auto all = records_in(ran.out);
    EXPECT_EQ(all.size(), 1U) << ran.err;
    return all.empty() ? wire::Record{} : all[0];
  }
};

using BetweenGames = Stage;
using StoppedBySignals = Stage;  // as for somebody who is not root, who has no control groups

// How much of the opponent's time the bot spent computing.
double share(const wire::Record& record) {
  if (record.seats.size() != 2 || !record.seats[0].cpu_off_turn) return -1;
  return base::millis(*record.seats[0].cpu_off_turn) / base::millis(record.seats[1].used);
}

}  // namespace

TEST_P(Pondering, IsStoppedWhileItIsNotItsTurn) {
  if (GetParam() && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
  const wire::Record free = play({});
  const wire::Record stopped = play({"--no-ponder"});
  expect_clean(free);
  expect_clean(stopped);
  EXPECT_EQ(moves_of(free), moves_of(stopped));
  EXPECT_GT(stopped.seats[0].cpu_on_turn, base::Duration{0});
  // It gets a second of computing out of a second of waiting, or as much as a busy machine gives it; and
  // stopped, what it takes to start and to be stopped.
  EXPECT_LT(share(stopped), 0.1);
  EXPECT_GT(share(free), 2 * share(stopped));
}

TEST_P(Pondering, IsStoppedThoughItHasArrangedToBeContinued) {
  if (GetParam() && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
  for (const char* way : {"parents", "neighbours"}) {
    const wire::Record stopped = play({"--no-ponder"}, std::string("attack ponder-") + way);
    expect_clean(stopped);
    EXPECT_LT(share(stopped), 0.2) << way;
  }
}

// Where signals stop a bot, its supervisor has to send them, and on a busy machine that may take its time.
TEST_F(StoppedBySignals, ClockBeginsWhenItHasBeenLetGoOn) {
  ASSERT_TRUE(getuid() != 0 || become_ordinary());
  // given a bot with a second for each move, which is stopped now
  Program& match =
      start_quiver(Arguments{"match", "connect4", "--json", "--no-ponder", "--bot",
                             "random name=quick move-time=1s", "--bot", hostile_program() + " slow 400"} +
                   patient_clock());
  const auto is_quick = [](pid_t pid, const char* program) {
    const std::string line = content_of_file("/proc/" + std::to_string(pid) + "/cmdline");
    return line.find(program) != std::string::npos && line.find("slow") == std::string::npos;
  };
  pid_t supervisor = 0;
  ASSERT_TRUE(eventually([&] {
    bool stopped = false;
    for (const pid_t pid : processes()) {
      if (is_quick(pid, "quiver-supervisor") && is_quick(pid, "quick")) supervisor = pid;
      const std::string status = content_of_file("/proc/" + std::to_string(pid) + "/status");
      stopped =
          stopped || (is_quick(pid, "connect4-random") && status.find("State:\tT") != std::string::npos);
    }
    return stopped && supervisor != 0;
  })) << match.err();
  // when it is its turn, and its supervisor cannot let it go on for longer than that
  ASSERT_EQ(kill(supervisor, SIGSTOP), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  ASSERT_EQ(kill(supervisor, SIGCONT), 0);
  // then nothing of that was its own time
  EXPECT_EQ(match.wait(), 0) << match.err();
  const auto all = records_in(match.out());
  ASSERT_EQ(all.size(), 1U) << match.err();
  expect_clean(all[0]);
  EXPECT_LT(base::millis(all[0].seats[0].used), 2000);
}

// It has to run to come back, but not to compute.
TEST_P(Pondering, WithoutAConnectionIsAgainstTheLimit) {
  if (GetParam() && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
  const wire::Record record = play({"--no-ponder"}, "drop-and-ponder", "slow-once 60000");
  EXPECT_EQ(reason_of(record, 0), "RESOURCE_LIMIT");
  EXPECT_NE(record.seats.at(0).detail.find("of CPU time while it had to be stopped, and at most 500ms"),
            std::string::npos)
      << record.seats.at(0).detail;
  EXPECT_GT(record.seats.at(0).cpu_off_turn, std::optional(base::Duration(std::chrono::milliseconds(500))));
}

// What a bot does between two games counts for the second one.
TEST_F(BetweenGames, ABotIsStopped) {
  const Ran ran = quiver(Arguments{"tournament", "connect4",
                                   "--rows",     "4",
                                   "--cols",     "4",
                                   "--json",     "--seed",
                                   "5",          "--games",
                                   "2",          "--no-ponder",
                                   "--store",    folder() + "/t.db",
                                   "--bot",      hostile_program() + " name=ponders attack ponder",
                                   "--bot",      hostile_program() + " name=slow slow",
                                   "--bot",      hostile_program() + " name=slower slow"} +
                         patient_clock());
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  base::Duration others{0};  // how long the others played without it
  base::Duration beside{0};  // and what it computed beside its turns
  for (const wire::Record& record : records_in(ran.out)) {
    bool plays = false;
    base::Duration used{0};
    for (const auto& seat : record.seats) {
      plays = plays || seat.name == "ponders";
      used += seat.used;
      if (seat.name == "ponders") beside += seat.cpu_off_turn.value_or(base::Duration{0});
    }
    if (!plays) others += used;
  }
  EXPECT_GT(base::millis(others), 1000);
  EXPECT_LT(base::millis(beside) / base::millis(others), 0.2);
}

INSTANTIATE_TEST_SUITE_P(As, Pondering, testing::Bool(),
                         [](const auto& one) { return one.param ? "AUser" : "Root"; });

}  // namespace quiver::tests
