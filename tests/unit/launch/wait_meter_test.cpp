// What the kernel counts for real processes that compete for a core.
#include "referee/launch/wait_meter.hpp"

#include <atomic>
#include <csignal>
#include <ctime>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/launch/cores/affinity.hpp"

namespace quiver::tests {

namespace {

using base::Duration;
using std::chrono::milliseconds;

// A process with so many threads on one core, all of which compute, or sleep.
class Child {
 public:
  enum class Kind { kBusy, kAsleep };
  Child(int threads, Kind kind) {
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ != 0) return;
    launch::run_thread_on(0, {launch::own_cpus().front().id});
    const auto work = [kind, parent] {
      while (getppid() == parent)
        if (kind == Kind::kAsleep) usleep(10'000);
    };
    std::vector<std::thread> all;
    for (int k = 1; k < threads; ++k) all.emplace_back(work);
    work();
    _exit(0);
  }
  ~Child() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] Duration cpu() const {
    clockid_t clock{};
    timespec used{};
    if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0) return Duration{0};
    return std::chrono::seconds(used.tv_sec) + Duration{used.tv_nsec};
  }
  void wait_for_threads(std::size_t count) const {
    while (launch::threads_of(pid_).size() < count) usleep(1'000);
  }

 private:
  pid_t pid_ = -1;
};

launch::WaitMeter meter_of(const Child& child) {
  return {[&child] { return std::vector<pid_t>{child.pid()}; }, [&child] { return child.cpu(); }};
}

// The kernel brings what it counts up to date when it switches between threads, at the latest with its clock.
constexpr Duration kStale = milliseconds(30);

bool kernel_counts() {
  const Child asleep(1, Child::Kind::kAsleep);
  launch::WaitMeter meter = meter_of(asleep);
  meter.begin(base::clock_now());
  return meter.read(base::clock_now()).starvation.has_value();
}

}  // namespace

TEST(WaitMeter, SeesABotThatOthersKeepFromRunning) {
  if (!kernel_counts()) GTEST_SKIP() << "this kernel has no schedstat";
  const Child bot(1, Child::Kind::kBusy);
  const Child other(1, Child::Kind::kBusy);
  const Child third(1, Child::Kind::kBusy);
  launch::WaitMeter meter = meter_of(bot);
  const base::Time began = base::clock_now();
  meter.begin(began);
  Duration wait{0};
  for (int tries = 0; tries < 2'000 && wait < milliseconds(50); ++tries) {
    usleep(5'000);
    const base::Time now = base::clock_now();
    const auto found = meter.read(now).starvation;
    ASSERT_TRUE(found);
    wait = found->wait;
    EXPECT_LE(wait, now - began);
  }
  EXPECT_GE(wait, milliseconds(50)) << "it has a third of a core";
}

TEST(WaitMeter, SeesNoWaitOfABotThatSleeps) {
  if (!kernel_counts()) GTEST_SKIP() << "this kernel has no schedstat";
  const Child bot(1, Child::Kind::kAsleep);
  launch::WaitMeter meter = meter_of(bot);
  meter.begin(base::clock_now());
  kill(bot.pid(), SIGSTOP);
  int status = 0;
  ASSERT_EQ(waitpid(bot.pid(), &status, WUNTRACED), bot.pid());
  const auto read = [&] { return meter.read(base::clock_now()).starvation; };
  // The parent is told of the stop before the process leaves its core, and it may have to wait in between.
  auto before = read();
  auto after = read();
  for (bool settled = false; !settled; before = after) {
    usleep(100'000);
    after = read();
    ASSERT_TRUE(before && after);
    settled = after->wait == before->wait;
  }
  usleep(100'000);
  after = read();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->wait, before->wait) << "who is stopped does not wait";
  EXPECT_EQ(after->unsettled, Duration{0});
}

TEST(WaitMeter, ABotCannotStarveItself) {
  if (!kernel_counts()) GTEST_SKIP() << "this kernel has no schedstat";
  const Child bot(16, Child::Kind::kBusy);
  bot.wait_for_threads(16);
  launch::WaitMeter meter = meter_of(bot);
  const base::Time began = base::clock_now();
  meter.begin(began);
  usleep(400'000);
  const auto [cpu, found] = meter.read(base::clock_now());
  const Duration passed = base::clock_now() - began;
  ASSERT_TRUE(found);
  // Each of its threads waited for fifteen others. What the core did not do for it, it did for somebody else.
  EXPECT_LE(found->wait, std::max<Duration>(passed - cpu, Duration{0}) + kStale);
}

TEST(WaitMeter, FindsThreadsThatAreStartedLater) {
  if (!kernel_counts()) GTEST_SKIP() << "this kernel has no schedstat";
  const Child bot(4, Child::Kind::kBusy);
  std::vector<pid_t> listed;
  launch::WaitMeter meter([&] { return listed; }, [&] { return bot.cpu(); });
  meter.begin(base::clock_now());
  EXPECT_FALSE(meter.read(base::clock_now()).starvation) << "it has no processes yet";
  listed.push_back(bot.pid());
  bot.wait_for_threads(4);
  meter.begin(base::clock_now());
  usleep(50'000);
  EXPECT_TRUE(meter.read(base::clock_now()).starvation);
}

// What one thread ran is taken for what the bot used, in turns and between them.
TEST(WaitMeter, CheapReadingsComeToTheSameAsExactOnes) {
  if (!kernel_counts()) GTEST_SKIP() << "this kernel has no schedstat";
  const Child bot(1, Child::Kind::kBusy);
  launch::WaitMeter meter = meter_of(bot);
  meter.set_reading(launch::WaitMeter::Reading::kCheap);
  Duration in_turns{0};
  const Duration first = meter.begin(base::clock_now());
  Duration last = first;
  Duration known = first;
  for (int k = 0; k < 300; ++k) {
    usleep(1'000);
    const auto turn = meter.read(base::clock_now());
    in_turns += turn.cpu;
    EXPECT_GE(turn.cpu, Duration{0});
    known = last + turn.cpu;
    last = meter.begin(base::clock_now());
    EXPECT_GE(last, known) << "nothing is given back";
  }
  EXPECT_NEAR(base::millis(last), base::millis(bot.cpu()), base::millis(kStale) + 10);
  EXPECT_LE(in_turns, last - first);
}

// Turns that are long are read exactly: nobody hides there what a second thread computes.
TEST(WaitMeter, CheapReadingsOfALongTurnHaveAllThreads) {
  if (!kernel_counts()) GTEST_SKIP() << "this kernel has no schedstat";
  const Child bot(4, Child::Kind::kBusy);
  std::vector<pid_t> listed{bot.pid()};
  launch::WaitMeter meter([&] { return listed; }, [&] { return bot.cpu(); });
  meter.set_reading(launch::WaitMeter::Reading::kCheap);
  bot.wait_for_threads(4);
  const Duration before = bot.cpu();
  meter.begin(base::clock_now());
  usleep(200'000);
  const auto turn = meter.read(base::clock_now());
  EXPECT_NEAR(base::millis(turn.cpu), base::millis(bot.cpu() - before), base::millis(kStale) + 10);
}

TEST(WaitMeter, KnowsNothingOfAProcessThatIsGone) {
  std::optional<Child> bot(std::in_place, 1, Child::Kind::kAsleep);
  const pid_t pid = bot->pid();
  launch::WaitMeter meter([pid] { return std::vector<pid_t>{pid}; }, [] { return Duration{0}; });
  meter.begin(base::clock_now());
  bot.reset();
  EXPECT_FALSE(meter.read(base::clock_now()).starvation);
}

TEST(Affinity, MovesAllThreadsOfAProcess) {
  const auto all = launch::own_cpus();
  const Child bot(8, Child::Kind::kAsleep);
  bot.wait_for_threads(8);
  ASSERT_TRUE(launch::run_processes_on({bot.pid()}, {all.back().id}));
  for (const pid_t thread : launch::threads_of(bot.pid())) {
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(thread, sizeof set, &set), 0);
    EXPECT_EQ(CPU_COUNT(&set), 1);
    EXPECT_TRUE(CPU_ISSET(static_cast<std::size_t>(all.back().id), &set));
  }
  EXPECT_TRUE(launch::run_processes_on({}, {0}));
}

}  // namespace quiver::tests
