// A match in which a bot has to wait for a processor, or is charged its CPU time.
#include <algorithm>

#include "referee/match/match.hpp"
#include "referee/match/verdict_text.hpp"

namespace quiver::match {

namespace {

// How often a bot's limit the deadline may move on altogether, and how far at least. A bot that others keep
// from running for longer makes its game void.
constexpr int kMostExtensions = 10;
constexpr Duration kLeastExtension = std::chrono::seconds(1);
// How often CPU time is measured at most, near its limit.
constexpr Duration kBetweenMeasurements = std::chrono::milliseconds(1);

}  // namespace

Match::TurnWait Match::wait_until(Time when) const {
  if (!asked_ || !asked_->started) return {};
  TurnWait turn;
  const Duration passed = std::max<Duration>(when - *asked_->started, Duration{0});
  if (asked_->used.wait) turn.wait = std::min(*asked_->used.wait, passed);
  // Measured a moment after its move: what it used since then is not of this turn.
  if (asked_->measured)
    turn.cpu = std::min(asked_->used.cpu, passed * setup_.seats[asked_->seat.value()].cores);
  if (time(asked_->seat).by_cpu) turn.wall = passed;
  return turn;
}

void Match::add_wait(SeatState& seat, const TurnWait& turn) {
  if (turn.wait) seat.waited = seat.waited.value_or(Duration{0}) + *turn.wait;
}

void Match::note(const TurnWait& turn, wire::Record::Entry& entry) {
  entry.wait = turn.wait.value_or(Duration{0});
  entry.wall = turn.wall;
  entry.cpu = turn.cpu;
}

Duration Match::wall_limit_without_wait() const {
  const wire::TimeControl& control = time(asked_->seat);
  if (control.by_cpu || !control.bank) return wall_limit();
  // What its bank would still have, had it not paid for its earlier waits.
  const Duration bank = state(asked_->seat).bank + state(asked_->seat).waited.value_or(Duration{0});
  return std::min({control.cap, control.per_move.value_or(control.cap), bank});
}

Duration Match::most_extension() const { return std::max(kMostExtensions * wall_limit(), kLeastExtension); }

Duration Match::extension() const {
  if (!setup_.seats[asked_->seat.value()].starvable || !asked_->used.wait) return Duration{0};
  const Duration wait = *asked_->used.wait + asked_->used.unsettled;
  return std::min(wall_limit_without_wait() - wall_limit() + wait, most_extension());
}

bool Match::is_starved(Time when, bool has_moved) const {
  if (!setup_.seats[asked_->seat.value()].starvable || !asked_->started || !asked_->used.wait) return false;
  if (time(asked_->seat).by_cpu && charge_at(when).took > asked_->limit) return false;
  Duration without = when - *asked_->started - *wait_until(when).wait;
  // At the end of all extensions a wait that is not counted yet is one as well: a move is never asked for
  // again.
  if (!has_moved) without -= asked_->used.unsettled;
  const Duration most = wall_limit_without_wait() + asked_->allowance;
  // Without a move it could still have been late: only the end of all extensions is a reason.
  return has_moved ? without <= most : without < most;
}

void Match::abandon(Time when, Actions& actions) {
  SeatState& who = state(asked_->seat);
  const TurnWait waited = wait_until(when);
  const Duration passed = std::max<Duration>(when - *asked_->started, Duration{0});
  const std::string sentence = "void: " + name(asked_->seat) + " had to wait for a processor: " +
                               starved_text(number_of_move(asked_->seat), passed, wall_limit(), *waited.wait);
  who.used += charge_at(when).took;
  add_wait(who, waited);
  who.starved = true;
  finish(wire::End::kVoid, std::nullopt, sentence, actions);
}

Time Match::next_measurement() const {
  const Time since = std::max(asked_->measured.value_or(*asked_->started), *asked_->started);
  const Duration left = asked_->limit - charge_at(since).took;
  if (left.count() < 0) return since;
  return since + std::max<Duration>(left / setup_.seats[asked_->seat.value()].cores, kBetweenMeasurements);
}

}  // namespace quiver::match
