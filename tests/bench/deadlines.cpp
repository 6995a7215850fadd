// Clocks: how soon a bot that hangs is out, and whether one that answers in time ever is.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "tests/bench/measurements.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/seated_bots.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

double millis(base::Duration d) { return base::millis(d); }

wire::TimeControl per_move(milliseconds limit) {
  wire::TimeControl time;
  time.per_move = limit;
  return time;
}

// --- a bot that hangs

constexpr unsigned kHangs = 20;
constexpr milliseconds kHangLimit{200};

// Milliseconds from the end of its clock until its opponent hears of it, for each of some matches.
std::vector<double> lateness_of_verdicts(std::uint16_t port) {
  Bots bots(port, "hung", 2, true);
  Admin admin(port);
  bots.order(admin, per_move(kHangLimit), kHangs);
  std::vector<double> late;
  base::Time asked;
  while (late.size() < kHangs)
    bots.step(1000, [&](std::size_t k, base::Time when) {
      if (k == 0 && bots[0].to_move()) asked = when;
      if (k == 1 && bots[1].take_elimination()) late.push_back(millis(when - asked - kHangLimit));
    });
  return late;
}

// --- bots that answer in time, among many others

constexpr std::size_t kBusyMatches = 500;
constexpr std::size_t kCarefulMatches = 100;
constexpr milliseconds kCarefulLimit{300};
// Some answer so close to the end that a referee that looks at its own clock, not at the time of arrival,
// wrongs them.
constexpr milliseconds think_time(std::size_t bot) {
  return milliseconds(270 + static_cast<int>(bot / 2 % 25));
}
constexpr std::chrono::seconds kCarefulRun{10};
constexpr std::uint32_t kForEver = 1'000'000;

void keep_busy(std::uint16_t port) {
  Bots bots(port, "busy", 2 * kBusyMatches, false);
  {
    Admin admin(port);
    bots.order(admin, per_move(std::chrono::seconds(20)), kForEver);
  }
  for (;;)
    bots.step(1000, [&](std::size_t k, base::Time) {
      if (bots[k].to_move()) bots.play(k);
    });
}

struct Careful {
  std::uint64_t answers = 0;
  std::uint64_t late = 0;     // by the bot's own clock: nobody else's fault
  std::uint64_t wronged = 0;  // out, though by its own clock it was in time or still had some
  double slowest = 0;         // from Turn to the end of the sending, in milliseconds
};

class CarefulBots {
 public:
  explicit CarefulBots(std::uint16_t port) : bots_(port, "careful", 2 * kCarefulMatches, true) {
    Admin admin(port);
    bots_.order(admin, per_move(kCarefulLimit), kForEver);
  }

  Careful run() {
    const base::Time end = Clock::now() + kCarefulRun;
    while (Clock::now() < end) {
      while (!due_.empty() && due_.top().when <= Clock::now()) answer_next();
      const auto wait =
          due_.empty() ? kTick : std::chrono::ceil<milliseconds>(due_.top().when - Clock::now());
      bots_.step(static_cast<int>(std::clamp(wait, milliseconds(0), kTick).count()),
                 [&](std::size_t k, base::Time when) { hear(k, when); });
    }
    return seen_;
  }

 private:
  static constexpr milliseconds kTick{10};
  struct State {
    base::Time asked;
    bool thinking = false;
    bool in_time = true;  // its latest answer
  };
  struct Due {
    base::Time when;
    std::size_t bot;
    bool operator>(const Due& other) const { return when > other.when; }
  };

  void answer_next() {
    const Due due = due_.top();
    due_.pop();
    State& state = states_[due.bot];
    if (!state.thinking || due.when != state.asked + think_time(due.bot)) return;  // it went out meanwhile
    state.thinking = false;
    bots_.play(due.bot);
    const base::Duration took = Clock::now() - state.asked;
    state.in_time = took < kCarefulLimit;
    ++seen_.answers;
    seen_.late += state.in_time ? 0U : 1U;
    seen_.slowest = std::max(seen_.slowest, millis(took));
  }

  void hear(std::size_t k, base::Time when) {
    State& state = states_[k];
    const auto out = bots_[k].take_elimination();
    if (out && out->reason == wire::Reason::kTimeout && out->seat.value() == k % 2) {
      const bool in_time = state.thinking ? when - state.asked < kCarefulLimit : state.in_time;
      seen_.wronged += in_time ? 1U : 0U;
      if (state.thinking && !in_time) ++seen_.late;
      state = {};
    }
    if (!bots_[k].to_move() || state.thinking) return;
    state.thinking = true;
    state.asked = when;
    due_.push({when + think_time(k), k});
  }

  Bots bots_;
  std::vector<State> states_{2 * kCarefulMatches};
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  Careful seen_;
};

}  // namespace

Figures measure_deadlines(const std::string& program) {
  std::vector<double> late;
  {
    const Daemon idle(program);
    late = lateness_of_verdicts(idle.port());
  }
  std::printf("a bot that hangs is out %.2f ms after the end of its clock (median of %u; %.2f to %.2f)\n",
              median(late), kHangs, percentile(late, 0), percentile(late, 1));
  const Daemon daemon(program);
  const Child busy([&] { keep_busy(daemon.port()); });
  const double cpu_before = daemon.process().cpu_seconds();
  const Careful seen = CarefulBots(daemon.port()).run();
  const double cpu = daemon.process().cpu_seconds() - cpu_before;
  std::printf(
      "beside %zu busy matches: %llu answers after 270 to 294 of 300 ms, the slowest after %.1f ms, %llu "
      "late by "
      "their own "
      "clock; the referee computed for %.1f s\n\n",
      kBusyMatches, static_cast<unsigned long long>(seen.answers), seen.slowest,
      static_cast<unsigned long long>(seen.late), cpu);
  return {{"a bot that hangs: out how many ms after its clock, at most", percentile(late, 1), 50, false},
          {"time losses of bots that answered in time, beside 500 busy matches",
           static_cast<double>(seen.wronged), 0, false}};
}

}  // namespace quiver::bench
