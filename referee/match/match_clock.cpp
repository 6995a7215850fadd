// The clock of the seat to move: when it starts, what it charges, and when it runs out.
#include <algorithm>

#include "referee/match/match.hpp"

namespace quiver::match {

Duration Match::limit_of(Seat s) const {
  const wire::TimeControl& time = setup_.seats[s.value()].time;
  Duration limit = time.cap;
  if (time.per_move) limit = std::min(limit, *time.per_move);
  if (time.bank) limit = std::min(limit, state(s).bank);
  return limit;
}

void Match::ask(Time now, Actions& actions) {
  const Seat mover = position_.to_move();
  // The clock starts with TurnSent, when the kernel has taken the Turn; a seat without a connection starts at
  // once.
  asked_ = Asked{mover, now, std::nullopt, limit_of(mover), Duration{0}, false};
  if (is_connected(mover))
    actions.emplace_back(Send{mover, turn_message(now)});
  else
    asked_->started = now;
}

wire::Turn Match::turn_message(Time now) const {
  const Duration gone = asked_->started ? charge_at(now).took : Duration{0};
  wire::Turn turn{
      setup_.match, position_.ply(), std::max(asked_->limit - gone, Duration{0}), {}, position_.hash()};
  if (setup_.seats[asked_->seat.value()].time.bank)
    for (unsigned s = 0; s < num_seats(); ++s) turn.banks.push_back(seats_[s].bank);
  return turn;
}

Duration Match::allowance_for(Seat s, Duration lag) const {
  const LagQuota& quota = setup_.seats[s.value()].lag;
  const Duration left = quota.per_game - state(s).forgiven;
  return std::max(std::min({lag, quota.per_move, left}), Duration{0});
}

void Match::on(const TurnSent& event, Time now, Actions&) {
  if (awaited() != event.seat) return;
  if (!asked_->started) asked_->started = now;
  // A Turn that is sent again, on a new connection, may have a longer round trip.
  asked_->allowance = std::max(asked_->allowance, allowance_for(event.seat, event.lag));
}

void Match::on(const Measured& event, Time now, Actions&) {
  if (awaited() != event.seat) return;
  asked_->used = event.usage;
  asked_->measured = now;
}

Duration Match::wall_limit() const {
  return time(asked_->seat).by_cpu ? wire::TimeControl::kWallFactor * asked_->limit : asked_->limit;
}

bool Match::is_late(Time received) const {
  if (is_untimed(asked_->seat) || !asked_->started) return false;
  if (time(asked_->seat).by_cpu && charge_at(received).took > asked_->limit) return true;
  // By the time of arrival, not of reading: a busy referee makes nobody late.
  return received > *asked_->started + wall_limit() + asked_->allowance;
}

Match::Charge Match::charge_at(Time received) const {
  // A fast answer can arrive before the referee has noted that the Turn was sent.
  const Duration passed =
      asked_->started ? std::max<Duration>(received - *asked_->started, Duration{0}) : Duration{0};
  const Duration forgiven = std::min(passed, asked_->allowance);
  if (!time(asked_->seat).by_cpu) return {passed - forgiven, forgiven};
  // What it computed between its move and the measurement is not charged, as far as that can be told.
  return {std::min(asked_->used.cpu, passed * setup_.seats[asked_->seat.value()].cores), Duration{0}};
}

Duration Match::spent(Seat s, Time when) const {
  if (awaited() != s || !asked_->started) return Duration{0};
  const Duration took = charge_at(when).took;
  return is_untimed(s) ? took : std::min(took, asked_->limit);
}

Match::Due Match::due_of_move(const SeatState& seat) const {
  // A Turn that the kernel has not taken yet means that the seat does not read.
  if (!asked_->started)
    return {asked_->at + setup_.seats[asked_->seat.value()].time.cap + setup_.reconnect, Overdue::kReading};
  const Time out_of_time = *asked_->started + wall_limit() + asked_->allowance + extension();
  return {time(asked_->seat).by_cpu ? std::min(out_of_time, next_measurement()) : out_of_time,
          seat.link == Link::kLost ? Overdue::kMoveWithoutConnection : Overdue::kMove};
}

}  // namespace quiver::match
