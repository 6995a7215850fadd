#include "referee/match/match.hpp"

#include <algorithm>

#include "client_sdk/base/random.hpp"
#include "referee/match/verdict_text.hpp"

namespace quiver::match {

using base::seat;
using wire::Reason;

// The opening is applied here and sent to nobody: each seat gets it with its MatchStart.
Match::Match(Setup setup, Time now) : setup_(std::move(setup)), position_(setup_.start), began_(now) {
  for (unsigned s = 0; s < num_seats(); ++s) seats_[s].bank = setup_.seats[s].time.bank.value_or(Duration{0});
  notice_blocked(nullptr);  // a seat may be unable to move from the start
  for (const games::Event& event : setup_.opening)
    log_move(position_.to_move(), std::get<games::Move>(event), Duration{0}, {}, nullptr);
  opening_ = static_cast<std::uint32_t>(entries_.size());
}

void Match::handle(const Event& event, Time now, Actions& actions) {
  if (over()) return;
  std::visit([&](const auto& one) { on(one, now, actions); }, event);
}

unsigned Match::resumes(Seat s) const { return state(s).connections == 0 ? 0 : state(s).connections - 1; }

std::optional<Seat> Match::awaited() const {
  return playing() && asked_ ? std::optional(asked_->seat) : std::nullopt;
}

Match::Clock Match::clock(Time now) const {
  if (!awaited() || !asked_->started) return {};
  const Duration gone = time(asked_->seat).by_cpu ? charge_at(now).took : now - *asked_->started;
  return {asked_->seat, std::max<Duration>(asked_->limit - gone, Duration{0})};
}

wire::Introduction Match::introduction(Seat s) const {
  wire::Introduction out{
      setup_.match, s,        {}, setup_.seats[s.value()].time, setup_.seats[s.value()].seed,
      setup_.ready, setup_.id};
  for (const auto& one : setup_.seats) out.names.push_back(one.name);
  for (const games::Event& event : setup_.opening) out.opening.push_back(std::get<games::Move>(event));
  return out;
}

unsigned Match::standing() const {
  unsigned count = 0;
  for (unsigned s = 0; s < num_seats(); ++s) count += is_out(seat(s)) ? 0U : 1U;
  return count;
}

std::uint8_t Match::recipients(std::optional<Seat> also) const {
  unsigned mask = 0;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (is_connected(seat(s)) && (!is_out(seat(s)) || also == seat(s))) mask |= 1U << s;
  return static_cast<std::uint8_t>(mask);
}

// --- connections

void Match::on(const Connected& event, Time now, Actions& actions) {
  SeatState& who = state(event.seat);
  who.link = Link::kConnected;
  who.since = now;
  who.ready = false;  // until it sends Ready on this connection
  who.lacks.clear();
  who.remark.clear();
  if (is_out(event.seat)) return;
  ++who.connections;
  actions.emplace_back(Introduce{event.seat});
  // The whole game again: the referee cannot know what the seat has received.
  for (const auto& told : log_)
    std::visit([&](const auto& message) { actions.emplace_back(Send{event.seat, message}); }, told);
  if (awaited() == event.seat) actions.emplace_back(Send{event.seat, turn_message(now)});
}

void Match::on(const Lost& event, Time now, Actions&) {
  SeatState& who = state(event.seat);
  if (who.link != Link::kConnected) return;
  who.link = Link::kLost;
  who.since = now;
  if (phase_ == Phase::kGathering) who.ready = false;
  // A lost connection cannot take the Turn, so its clock starts now: nobody gains time by disconnecting.
  if (awaited() == event.seat && !asked_->started) asked_->started = now;
}

void Match::on(const GotReady& event, Time now, Actions& actions) {
  SeatState& who = state(event.seat);
  if (!is_connected(event.seat) || is_out(event.seat)) return;
  who.ready = true;
  who.title = event.title;
  begin_if_ready(now, actions);
}

void Match::on(const Waiting& event, Time, Actions&) {
  SeatState& who = state(event.seat);
  if (who.ready || is_out(event.seat)) return;
  who.lacks = event.lacks;
  who.remark = event.remark;
}

void Match::begin_if_ready(Time now, Actions& actions) {
  if (phase_ != Phase::kGathering) return;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (!is_out(seat(s)) && !seats_[s].ready) return;
  phase_ = Phase::kPlaying;
  ask(now, actions);
}

// --- deadlines

std::optional<Match::Due> Match::due(Seat s) const {
  const SeatState& who = state(s);
  if (over() || is_out(s) || is_untimed(s)) return std::nullopt;
  if (awaited() == s) return due_of_move(who);
  if (who.link == Link::kAbsent) return Due{began_ + setup_.connect, Overdue::kConnection};
  if (who.link == Link::kLost) return Due{who.since + setup_.reconnect, Overdue::kReturn};
  if (phase_ == Phase::kGathering && !who.ready) return Due{who.since + setup_.ready, Overdue::kReady};
  return std::nullopt;
}

unsigned Match::number_of_move(Seat s) const {
  const auto moves = std::count_if(entries_.begin() + opening_, entries_.end(),
                                   [&](const wire::Record::Entry& entry) { return entry.seat == s; });
  return static_cast<unsigned>(moves) + 1;
}

std::string Match::late_move(Seat s) const {
  const bool out_of_cpu = time(s).by_cpu && asked_->used.cpu > asked_->limit;
  return late_move_text({time(s), state(s).bank, asked_->limit, number_of_move(s), out_of_cpu});
}

Match::Out Match::out_for(Seat s, Overdue what) const {
  const SeatState& who = state(s);
  const std::string remark = who.remark.empty() ? "" : "; " + who.remark;
  switch (what) {
    case Overdue::kMove:
      return {s, Reason::kTimeout, late_move(s)};
    case Overdue::kMoveWithoutConnection:
      return {s, Reason::kDisconnected, "the connection was lost, and " + late_move(s)};
    case Overdue::kReading:
      return {s, Reason::kDisconnected, "it did not read what it was sent"};
    case Overdue::kConnection:
      return {s, Reason::kNotReady,
              (who.lacks.empty() ? "it had not connected" : who.lacks) + after_text(setup_.connect) + remark};
    case Overdue::kReturn:
      return {s, Reason::kDisconnected,
              "the connection was lost and not taken up again within " + format_seconds(setup_.reconnect)};
    case Overdue::kReady:
      break;
  }
  return {s, Reason::kNotReady, "it had sent no Ready" + after_text(setup_.ready) + remark};
}

std::optional<Time> Match::deadline() const {
  std::optional<Time> first;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (const auto one = due(seat(s)); one && (!first || one->when < *first)) first = one->when;
  return first;
}

void Match::on(const TimePassed&, Time now, Actions& actions) {
  // Where CPU time is charged, it is measured again later.
  if (awaited() && time(*awaited()).by_cpu) asked_->measured = now;
  std::vector<Out> outs;
  for (unsigned s = 0; s < num_seats(); ++s) {
    const auto one = due(seat(s));
    if (!one || one->when > now) continue;
    if (one->what == Overdue::kMove && is_starved(now, false)) return abandon(now, actions);
    outs.push_back(out_for(seat(s), one->what));
  }
  eliminate(outs, now, actions);
}

// --- moves

void Match::on(const Played& event, Time now, Actions& actions) {
  if (is_out(event.seat)) return;
  // For example a move that was sent again after a reconnect: no offence.
  if (event.ply < position_.ply()) {
    const std::string sentence = "ply " + std::to_string(event.ply) + " is settled already";
    actions.emplace_back(Send{event.seat, wire::Error{wire::Error::Code::kSettled, sentence, setup_.match}});
    return;
  }
  if (awaited() != event.seat || event.ply > position_.ply()) {
    on(Misplaced{event.seat, "a move for ply " + std::to_string(event.ply) + ", out of turn"}, now, actions);
    return;
  }
  if (is_late(event.received)) {
    if (is_starved(event.received, true)) return abandon(event.received, actions);
    return eliminate({out_for(event.seat, Overdue::kMove)}, now, actions);
  }
  if (const auto verdict = position_.check(event.move); !verdict)
    return refuse(event, verdict.error(), now, actions);
  accept(event, now, actions);
}

void Match::accept(const Played& event, Time now, Actions& actions) {
  SeatState& who = state(event.seat);
  const auto [took, forgiven] = charge_at(event.received);
  const TurnWait waited = wait_until(event.received);
  who.used += took;
  who.forgiven += forgiven;
  if (setup_.seats[event.seat.value()].time.bank)
    who.bank =
        std::max<Duration>(who.bank - took, Duration{0}) + setup_.seats[event.seat.value()].time.increment;
  add_wait(who, waited);
  asked_.reset();
  log_move(event.seat, event.move, took, event.info, &actions);
  note(waited, entries_.back());
  if (!position_.outcome().over) return ask(now, actions);
  const auto winner = position_.outcome().winner;
  finish(wire::End::kPlayedOut, winner, sentence_of(winner), actions);
}

void Match::refuse(const Played& event, const games::RuleBroken& broken, Time now, Actions& actions) {
  if (std::exchange(asked_->changed, false)) {
    // It was chosen in a position that an elimination has changed since: forgiven once.
    const std::string sentence = "the position changed when a seat went out; play again";
    actions.emplace_back(Send{event.seat, wire::Error{wire::Error::Code::kStale, sentence, setup_.match}});
    return;
  }
  eliminate({{event.seat, Reason::kIllegalMove,
              std::string(games::rule_name(broken.rule)) + ": " + broken.sentence + " (move " +
                  describe(event.move) + " at ply " + std::to_string(position_.ply()) + ", position hash " +
                  base::hex(position_.hash()) + ")",
              spent(event.seat, event.received)}},
            now, actions);
}

std::string Match::describe(const games::Move& move) const {
  // A move of another game cannot be formatted in this one.
  const bool same_game = position_.visit([&](const auto& game) {
    return std::holds_alternative<typename std::decay_t<decltype(game)>::Move>(move);
  });
  return same_game ? position_.format(games::Event{move}) : "of another game";
}

void Match::on(const Resigned& event, Time now, Actions& actions) {
  if (!is_out(event.seat)) eliminate({{event.seat, Reason::kResigned, "it resigned"}}, now, actions);
}

void Match::on(const Misplaced& event, Time now, Actions& actions) {
  if (is_out(event.seat)) return;
  if (++state(event.seat).misplaced > 1)
    return eliminate({{event.seat, Reason::kProtocolError, event.detail + ", for the second time"}}, now,
                     actions);
  if (is_connected(event.seat))
    actions.emplace_back(
        Send{event.seat, wire::Error{wire::Error::Code::kOutOfTurn, event.detail, setup_.match}});
}

void Match::on(const Missing& event, Time now, Actions& actions) {
  std::vector<Out> outs;
  for (const Seat s : event.seats)
    if (!is_out(s)) outs.push_back(out_for(s, Overdue::kConnection));
  eliminate(outs, now, actions);
}

void Match::on(const Faulted& event, Time now, Actions& actions) {
  if (!is_out(event.seat)) eliminate({{event.seat, event.reason, event.detail}}, now, actions);
}

void Match::on(const Stopped& event, Time, Actions& actions) {
  finish(wire::End::kVoid, std::nullopt, "void: " + event.sentence, actions);
}

// --- messages to everybody

void Match::log_move(Seat s, const games::Move& move, Duration took, const wire::Info& info,
                     Actions* actions) {
  const wire::Moved moved{setup_.match, s, position_.ply(), move, took};
  const games::Event event{move};
  entries_.push_back({s, position_.format(event), took, info, event});
  position_.apply(move);
  log_.emplace_back(moved);
  if (actions != nullptr) actions->emplace_back(Tell{recipients(), moved, info});
  notice_blocked(actions);
}

void Match::notice_blocked(Actions* actions) {
  for (unsigned s = 0; s < num_seats(); ++s)
    if (!is_out(seat(s)) && !position_.turn().stands(seat(s))) {
      log_out({seat(s), Reason::kBlocked, "it cannot move"}, ++outs_, actions);
    }
}

void Match::log_out(const Out& out, unsigned as, Actions* actions) {
  SeatState& who = state(out.seat);
  who.reason = out.reason;
  who.detail = out.detail;
  who.out_as = as;
  const wire::Eliminated eliminated{setup_.match, out.seat, out.reason, out.detail};
  log_.emplace_back(eliminated);
  if (actions != nullptr) actions->emplace_back(Tell{recipients(out.seat), eliminated, {}});
}

// The time that a seat has thought before its elimination counts as used.
Duration Match::charge(const Out& out, Time now) {
  const Duration took = out.took.value_or(spent(out.seat, now));
  SeatState& who = state(out.seat);
  who.used += took;
  who.bank = std::max<Duration>(who.bank - took, Duration{0});
  return took;
}

void Match::eliminate(const std::vector<Out>& outs, Time now, Actions& actions) {
  if (outs.empty()) return;
  // All of one event share one rank, so that those who time out together are level.
  const unsigned as = ++outs_;
  for (const Out& out : outs) {
    if (is_out(out.seat)) continue;  // the one before left it unable to move
    TurnWait waited = awaited() == out.seat ? wait_until(now) : TurnWait{};
    // Without its length the wait of a turn that was too long would say nothing.
    if (waited.wait) waited.wall = std::max<Duration>(now - *asked_->started, Duration{0});
    const Duration took = charge(out, now);
    add_wait(state(out.seat), waited);
    log_out(out, as, &actions);
    if (position_.outcome().over) continue;  // nobody is left: the last elimination ended the game
    const games::Event event{games::Elimination{out.seat}};
    entries_.push_back({out.seat, position_.format(event), took, {}, event});
    note(waited, entries_.back());
    position_.apply(event);
    notice_blocked(&actions);
  }
  if (standing() == 0)  // all of this event are level, also those that it left unable to move
    for (SeatState& one : seats_) one.out_as = std::min(one.out_as, as);
  go_on(now, actions);
}

void Match::go_on(Time now, Actions& actions) {
  if (standing() == 0) return finish(wire::End::kForfeit, std::nullopt, sentence_of(std::nullopt), actions);
  if (position_.outcome().over) {
    const auto winner = position_.outcome().winner;
    return finish(wire::End::kForfeit, winner, sentence_of(winner), actions);
  }
  if (phase_ == Phase::kGathering) return begin_if_ready(now, actions);
  if (asked_ && asked_->seat == position_.to_move() && !is_out(asked_->seat)) {
    asked_->changed = true;  // it thinks about an outdated position
    if (is_connected(asked_->seat)) actions.emplace_back(Send{asked_->seat, turn_message(now)});
    return;
  }
  ask(now, actions);
}

}  // namespace quiver::match
