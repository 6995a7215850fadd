// Clocks on a machine that is too busy: no bot loses on time for it, and none gains by being busy itself.
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/launch/cores/affinity.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

using std::chrono::milliseconds;

// This process, and whatever it starts, on one core.
class OneCore {
 public:
  OneCore() {
    for (const launch::Cpu& one : launch::own_cpus()) before_.push_back(one.id);
    launch::run_thread_on(0, {before_.front()});
  }
  ~OneCore() { launch::run_thread_on(0, before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  launch::Cores before_;
};

// Processes that compute all the time, on the cores of this one. Each has a session of its own, as bots have:
// Linux may share a core between sessions (sched_autogroup), and all of them together would then get no more
// than one bot.
class BusyLoops {
 public:
  explicit BusyLoops(int count) {
    const pid_t parent = getpid();
    for (int k = 0; k < count; ++k) {
      const pid_t pid = fork();
      if (pid == 0) {
        setsid();
        while (getppid() == parent) {
        }
        _exit(0);
      }
      pids_.push_back(pid);
    }
  }
  ~BusyLoops() {
    for (const pid_t pid : pids_) {
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
  }
  BusyLoops(const BusyLoops&) = delete;
  BusyLoops& operator=(const BusyLoops&) = delete;

 private:
  std::vector<pid_t> pids_;
};

class HonestClocks : public Stage {
 protected:
  // Records of games of Hex on a board with a handful of moves.
  std::vector<wire::Record> play(const std::string& first, const std::string& second, const Arguments& more) {
    const Ran ran = quiver(
        Arguments{"match", "hex", "--size", "3", "--json", "--seed", "3", "--bot", first, "--bot", second} +
        more);
    errors_ = ran.err;
    return records_in(ran.out);
  }
  std::string hostile(const std::string& behaviour, const std::string& name) const {
    return hostile_program() + " name=" + name + " " + behaviour;
  }
  std::string errors_;
};

// The turn in which somebody ran out of time; null if nobody did.
const wire::Record::Entry* late_turn(const wire::Record& record) {
  for (const wire::Record::Entry& entry : record.moves)
    if (games::is_elimination(entry.notation) &&
        record.seats[entry.seat.value()].reason == wire::Reason::kTimeout)
      return &entry;
  return nullptr;
}

}  // namespace

// The bots never think longer than they may; on a quiet machine they would have three times as long as they
// need.
TEST_F(HonestClocks, NobodyLosesOnTimeForTheMachine) {
  const OneCore here;
  const BusyLoops busy(8);
  const auto games =
      play(hostile("busy 30", "ann"), hostile("busy 30", "bob"), {"--move-time", "100ms", "--games", "2"});
  ASSERT_EQ(games.size(), 2U) << errors_;
  for (const wire::Record& game : games) {
    EXPECT_EQ(late_turn(game), nullptr) << game.sentence;
    // Nine of them share the core, so that 30 ms take longer than 100.
    ASSERT_EQ(game.end, wire::End::kVoid) << game.sentence;
    EXPECT_NE(game.sentence.find("had to wait for a processor"), std::string::npos) << game.sentence;
    EXPECT_EQ(game.starved, 10U) << "it was played again as often as it may be";
    EXPECT_TRUE(wire::is_starved(game));
  }
}

TEST_F(HonestClocks, TheOperatorMayCountTheseToo) {
  const OneCore here;
  const BusyLoops busy(8);
  const auto games = play(hostile("busy 30", "ann"), hostile("busy 30", "bob"),
                          {"--move-time", "100ms", "--starved", "count"});
  ASSERT_EQ(games.size(), 1U) << errors_;
  const wire::Record::Entry* late = late_turn(games[0]);
  ASSERT_NE(late, nullptr) << games[0].sentence;
  EXPECT_GT(late->wait, milliseconds(20)) << "the record says how long it waited";
  EXPECT_EQ(games[0].starved, 0U);
}

// As in a cluster whose machines somebody else uses, too.
TEST_F(HonestClocks, SearchingBotsBesideBusyLoops) {
  const BusyLoops busy(8);
  const Ran ran = quiver({"match", "hex", "--size", "3", "--json", "--seed", "3", "--bot", "mcts", "--bot",
                          "mcts", "--move-time", "50ms", "--games", "4", "--concurrency", "4"});
  const auto games = records_in(ran.out);
  ASSERT_EQ(games.size(), 4U) << ran.err;
  for (const wire::Record& game : games) {
    const wire::Record::Entry* late = late_turn(game);
    if (late == nullptr) continue;
    ASSERT_TRUE(late->wall);
    EXPECT_GE(*late->wall - late->wait, milliseconds(50)) << game.sentence;
  }
}

// Its 64 threads wait for each other for 200 ms, and then it sleeps for 100 ms more than it has. If their
// waits counted, it would have been in time.
TEST_F(HonestClocks, ABotGainsNothingByItsOwnThreads) {
  const OneCore here;
  const auto games = play(hostile("squeeze 64 400", "ann"), "random", {"--move-time", "300ms"});
  ASSERT_EQ(games.size(), 1U) << errors_;
  const wire::Record& game = games[0];
  if (const wire::Record::Entry* late = late_turn(game)) {
    EXPECT_EQ(late->seat, base::seat(0));
    EXPECT_NE(game.seats[0].detail.find("took more than 0.3 s"), std::string::npos) << game.seats[0].detail;
    return;
  }
  // Somebody else must have had the core then.
  ASSERT_TRUE(wire::is_starved(game)) << game.sentence;
  ASSERT_TRUE(game.seats[0].wait && game.seats[0].cpu_on_turn);
  EXPECT_LE(*game.seats[0].wait + *game.seats[0].cpu_on_turn, game.seats[0].used + milliseconds(20))
      << "a core that its threads had, they did not wait for";
}

TEST_F(HonestClocks, CpuTimeIsChargedHoweverLongItTakes) {
  const OneCore here;
  const BusyLoops busy(4);
  const auto games = play(hostile("busy 30", "ann"), hostile("busy 30", "bob"),
                          {"--move-time", "200ms", "--clock-by", "cpu"});
  ASSERT_EQ(games.size(), 1U) << errors_;
  EXPECT_EQ(late_turn(games[0]), nullptr) << games[0].sentence;
  for (const wire::Record::SeatRecord& seat : games[0].seats) EXPECT_TRUE(seat.time.by_cpu);
  for (const wire::Record::Entry& move : games[0].moves) {
    if (games::is_elimination(move.notation)) continue;
    EXPECT_GE(move.took, milliseconds(29)) << move.notation;
    EXPECT_LE(move.took, milliseconds(200)) << move.notation;
    ASSERT_TRUE(move.wall);
    EXPECT_GE(*move.wall, move.took);
  }
}

TEST_F(HonestClocks, WhoUsesMoreCpuTimeThanItMayIsOut) {
  const auto games =
      play(hostile("busy 500", "ann"), "random", {"--move-time", "100ms", "--clock-by", "cpu"});
  ASSERT_EQ(games.size(), 1U) << errors_;
  EXPECT_EQ(reason_of(games[0], 0), "TIMEOUT") << games[0].sentence;
  EXPECT_EQ(games[0].seats[0].detail, "its 1st move used more than 0.1 s of CPU time");
}

TEST_F(HonestClocks, SleepCostsNoCpuTimeUpToTheLimitBehindIt) {
  const auto patient =
      play(hostile("slow-once 700", "ann"), "random", {"--move-time", "500ms", "--clock-by", "cpu"});
  ASSERT_EQ(patient.size(), 1U) << errors_;
  EXPECT_EQ(late_turn(patient[0]), nullptr) << patient[0].sentence;
  const auto asleep = play(hostile("hang", "ann"), "random", {"--move-time", "100ms", "--clock-by", "cpu"});
  ASSERT_EQ(asleep.size(), 1U) << errors_;
  EXPECT_EQ(reason_of(asleep[0], 0), "TIMEOUT");
  EXPECT_EQ(asleep[0].seats[0].detail,
            "its 2nd move took more than 1.0 s, 10 times the CPU time that it had");
}

TEST_F(HonestClocks, AStoppedBotDoesNotWait) {
  const auto games =
      play(hostile("slow 150", "ann"), "random name=bob", {"--move-time", "10s", "--no-ponder"});
  ASSERT_EQ(games.size(), 1U) << errors_;
  expect_clean(games[0]);
  for (const wire::Record::Entry& move : games[0].moves)
    if (!games::is_elimination(move.notation)) {
      EXPECT_LE(move.wait, move.took);
    }
  ASSERT_TRUE(games[0].seats[1].wait) << "bob was stopped for most of the game";
  EXPECT_LE(*games[0].seats[1].wait, games[0].seats[1].used);
}

}  // namespace quiver::tests
