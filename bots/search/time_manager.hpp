// How long a bot may think about its move, for any clock: per move, a bank, both, or only a cap.
//
// The SDK gives a bot the deadline at which its clock ends: the move's own time, the cap, or all that is left
// in the bank. TimeManager turns it into the time at which to stop: earlier by a margin for network latency
// and for a busy machine, and with a bank early enough to leave a share for each of the moves to come. It
// keeps track of the bank, because a deadline shows the bank only when that is the tightest limit. It also
// detects pauses, when the machine takes the processor away for a while: that may happen again just before
// the deadline, so it then stops earlier by twice the pause. One match, one thread.
//
//   time_ = TimeManager(match.time);          // in start
//   time_.begin(deadline, now, moves_left);   // in choose
//   while (!time_.over(now())) …              // asked every few hundred microseconds
//   time_.end(now);                           // last of all
#pragma once

#include <algorithm>
#include <chrono>

#include "client_sdk/bot/bot.hpp"

namespace quiver::bots {

class TimeManager {
 public:
  using Duration = base::Duration;
  using Time = base::Time;

  TimeManager() = default;
  explicit TimeManager(const bot::TimeControl& control)
      : control_(control), bank_(control.bank.value_or(Duration{0})) {}

  // When to stop thinking, as far as known now: never after `deadline` less its margin, and not before `now`.
  // `moves_left` is how many moves this one included are still to be thought about, as far as the bot can
  // guess.
  Time begin(bot::Deadline deadline, Time now, unsigned moves_left) {
    began_ = looked_ = now;
    const Duration left = std::max(deadline.when - now, Duration{0});
    if (control_.bank) learn_bank(left);
    latest_ = deadline.when - margin(left);
    pause_ = pause_ * 15 / 16;
    stop_ = std::max(now, std::min(latest_ - pause_, now + share(std::max(moves_left, 1U))));
    return stop_;
  }

  // What begin() said, or earlier if the machine paused since.
  [[nodiscard]] Time stop() const { return stop_; }

  // Whether to stop. Frequent calls let it detect pauses of the machine.
  bool over(Time now) {
    const Duration since = now - looked_;
    looked_ = now;
    if (since > kNoPause && since * 2 > pause_) {
      pause_ = since * 2;  // the next one may be longer
      stop_ = std::min(stop_, latest_ - pause_);
    }
    return now >= stop_;
  }

  // The move has been sent.
  void end(Time now) {
    if (!control_.bank) return;
    bank_ = std::max(bank_ - (now - began_) - kWay, Duration{0}) + control_.increment;
  }

  // What is kept back of `left`: 10 ms of 50, 46 of 500, never more than 200.
  static constexpr Duration margin(Duration left) {
    return std::min<Duration>(std::chrono::milliseconds(6) + left * 8 / 100, std::chrono::milliseconds(200));
  }

 private:
  static constexpr Duration kNoPause = std::chrono::milliseconds(2);
  // What a move costs beside the thinking.
  static constexpr Duration kWay = std::chrono::milliseconds(2);
  // Games last longer than bots expect, and moves without a search cost their latency too.
  static constexpr unsigned kUnforeseen = 30;
  // The time of a move that only the cap limits.
  static constexpr Duration kAtLeisure = std::chrono::seconds(5);

  // The deadline is the least of the move's time, the cap and the bank: if it is not one of the first two
  // it is the bank, and else the bank has at least as much.
  void learn_bank(Duration left) {
    const Duration move = std::min(control_.cap, control_.per_move.value_or(control_.cap));
    const bool is_bank = left + std::chrono::milliseconds(20) < move;
    bank_ = is_bank ? left : std::max(bank_, left);
  }

  // The time for this move alone: an equal share of what the bank has beyond its reserve, and most of the
  // increment.
  [[nodiscard]] Duration share(unsigned moves_left) const {
    if (!control_.bank) return control_.per_move ? *control_.per_move : kAtLeisure;
    const Duration kept = kWay * (moves_left + kUnforeseen) + margin(bank_);
    const Duration free = std::max(bank_ - kept, Duration{0});
    // Half of it at most: a guess of one move left may be wrong.
    return std::min(free / moves_left + control_.increment * 9 / 10, free / 2);
  }

  bot::TimeControl control_;
  Duration bank_{0};                               // as far as is known
  Duration pause_ = std::chrono::milliseconds(8);  // the longest recent one; a guess at first
  Time began_, looked_, latest_, stop_;
};

}  // namespace quiver::bots
