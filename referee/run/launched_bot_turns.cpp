// The turns of a launched bot: what it uses in each, when it is stopped, and where it runs.
#include <algorithm>

#include "referee/run/launched_bot.hpp"

namespace quiver::run {

namespace {

// CPU time between two turns, and of that time, from which on a bot counts as one that ponders.
constexpr base::Duration kPonderedAtLeast = std::chrono::milliseconds(5);
constexpr int kPonderedShare = 4;

}  // namespace

void LaunchedBot::note_ply(net::TurnState turn_state, std::uint32_t ply) {
  if (ply == ply_ && turn_state == turn_state_) return;
  // What it printed before its move has been in the pipe since before the move was.
  if (kept_output_.is_open()) take_output();
  ply_ = ply;
}

void LaunchedBot::set_turn_state(net::TurnState turn_state, std::uint32_t ply) {
  note_ply(turn_state, ply);
  if (turn_state == turn_state_) return;
  if (turn_state == net::TurnState::kOnTurn) begin_turn();
  if (turn_state_ == net::TurnState::kOnTurn) end_turn();
  if (turn_state == net::TurnState::kIdle) turn_ended_.reset();
  turn_state_ = turn_state;
  if (no_ponder_) hold();
}

void LaunchedBot::begin_turn() {
  const base::Time now = base::clock_now();
  using Reading = launch::WaitMeter::Reading;
  meter_.set_reading(no_ponder_ || spec_.time.by_cpu ? Reading::kExact : Reading::kCheap);
  turn_began_ = meter_.begin(now);
  used_.reset();
  if (!turn_ended_ || no_ponder_) return;
  // Reading what others play costs some, too.
  const base::Duration off_turn = turn_began_ - turn_ended_cpu_;
  if (off_turn >= kPonderedAtLeast && kPonderedShare * off_turn >= now - *turn_ended_) ponders_ = true;
}

void LaunchedBot::end_turn() {
  // The move that ended it has just been measured.
  const base::Duration used = used_ ? used_->cpu : cpu() - turn_began_;
  cpu_on_turn_ += used;
  turn_ended_cpu_ = turn_began_ + used;
  turn_ended_ = base::clock_now();
}

match::Usage LaunchedBot::usage() {
  match::Usage used;
  const launch::WaitMeter::Turn turn = meter_.read(base::clock_now());
  used.cpu = turn.cpu;
  if (turn.starvation) {
    used.wait = turn.starvation->wait;
    used.unsettled = turn.starvation->unsettled;
    busy_threads_ = std::max(busy_threads_, turn.starvation->busy);
  }
  used_ = used;
  return used;
}

void LaunchedBot::run_on(const launch::Cores& cores) {
  if (cores == cores_ || cores.empty() || !runs_) return;
  if (process_.run_on(cores)) cores_ = cores;
}

void LaunchedBot::hold() {
  // A bot that lost its connection has to run to reconnect; what it uses counts as if it were stopped.
  const bool off_turn = turn_state_ == net::TurnState::kOffTurn;
  freeze(off_turn && player_->is_connected());
  if (loose_since_) loose_use_ += cpu() - *loose_since_;
  loose_since_.reset();
  if (off_turn && !frozen_) loose_since_ = cpu();
}

void LaunchedBot::freeze(bool frozen) {
  if (frozen_ == frozen || !runs_) return;
  frozen_ = frozen;
  process_.freeze(frozen);
  waking_ = !frozen && !process_.awake_since();
}

}  // namespace quiver::run
