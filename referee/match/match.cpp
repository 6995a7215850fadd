#include "referee/match/match.hpp"

#include <algorithm>

#include "client_sdk/base/random.hpp"

namespace quiver::match {

using base::seat;
using wire::Reason;

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
  return {asked_->seat, std::max<Duration>(asked_->limit - (now - *asked_->started), Duration{0})};
}

wire::Introduction Match::introduction(Seat s) const {
  wire::Introduction out{
      setup_.match, s,        {}, setup_.seats[s.value()].time, setup_.seats[s.value()].seed,
      setup_.ready, setup_.id};
  for (const auto& one : setup_.seats) out.names.push_back(one.name);
  return out;
}

unsigned Match::standing() const {
  unsigned count = 0;
  for (unsigned s = 0; s < num_seats(); ++s) count += is_out(seat(s)) ? 0U : 1U;
  return count;
}

std::uint8_t Match::audience(std::optional<Seat> also) const {
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
  who.ready = false;  // this connection has not said so yet
  if (is_out(event.seat)) return;
  ++who.connections;
  actions.emplace_back(Introduce{event.seat});
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
  if (awaited() == event.seat && !asked_->started) asked_->started = now;
}

void Match::on(const GotReady& event, Time now, Actions& actions) {
  SeatState& who = state(event.seat);
  if (!is_connected(event.seat) || is_out(event.seat)) return;
  who.ready = true;
  who.title = event.title;
  begin_if_ready(now, actions);
}

void Match::begin_if_ready(Time now, Actions& actions) {
  if (phase_ != Phase::kGathering) return;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (!is_out(seat(s)) && !seats_[s].ready) return;
  phase_ = Phase::kPlaying;
  ask(now, actions);
}

// --- turns and clocks

Duration Match::limit_of(Seat s) const {
  const wire::TimeControl& time = setup_.seats[s.value()].time;
  Duration limit = time.cap;
  if (time.per_move) limit = std::min(limit, *time.per_move);
  if (time.bank) limit = std::min(limit, state(s).bank);
  return limit;
}

void Match::ask(Time now, Actions& actions) {
  const Seat mover = position_.to_move();
  asked_ = Asked{mover, now, std::nullopt, limit_of(mover), Duration{0}, false};
  if (is_connected(mover))
    actions.emplace_back(Send{mover, turn_message(now)});
  else
    asked_->started = now;
}

wire::Turn Match::turn_message(Time now) const {
  const Duration gone = asked_->started ? now - *asked_->started : Duration{0};
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
  // A Turn that is sent again, on a new connection, may have a longer way to go.
  asked_->allowance = std::max(asked_->allowance, allowance_for(event.seat, event.lag));
}

bool Match::is_late(Time received) const {
  return !is_unhurried(asked_->seat) && asked_->started &&
         received > *asked_->started + asked_->limit + asked_->allowance;
}

Match::Due Match::due_of_move(const SeatState& seat) const {
  // Until the Turn is on its way only a seat that does not read keeps it from being so.
  if (!asked_->started)
    return {asked_->at + setup_.seats[asked_->seat.value()].time.cap + setup_.reconnect,
            Reason::kDisconnected, "it did not read what it was sent"};
  const Time end = *asked_->started + asked_->limit + asked_->allowance;
  if (seat.link == Link::kLost)
    return {end, Reason::kDisconnected, "the connection was lost and its clock ran out"};
  return {end, Reason::kTimeout, "its clock ran out"};
}

std::optional<Match::Due> Match::due(Seat s) const {
  const SeatState& who = state(s);
  if (over() || is_out(s) || is_unhurried(s)) return std::nullopt;
  if (awaited() == s) return due_of_move(who);
  if (who.link == Link::kAbsent)
    return Due{began_ + setup_.connect, Reason::kNotReady, "it did not connect in time"};
  if (who.link == Link::kLost)
    return Due{who.since + setup_.reconnect, Reason::kDisconnected,
               "the connection was lost and not taken up again in time"};
  if (phase_ == Phase::kGathering && !who.ready)
    return Due{who.since + setup_.ready, Reason::kNotReady, "it was not ready in time"};
  return std::nullopt;
}

std::optional<Time> Match::deadline() const {
  std::optional<Time> first;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (const auto one = due(seat(s)); one && (!first || one->when < *first)) first = one->when;
  return first;
}

void Match::on(const TimePassed&, Time now, Actions& actions) {
  std::vector<Out> outs;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (const auto one = due(seat(s)); one && one->when <= now)
      outs.push_back({seat(s), one->reason, one->detail});
  put_out(outs, now, actions);
}

// --- moves

void Match::on(const Played& event, Time now, Actions& actions) {
  if (is_out(event.seat)) return;
  if (event.ply < position_.ply()) {
    const std::string sentence = "ply " + std::to_string(event.ply) + " is settled already";
    actions.emplace_back(Send{event.seat, wire::Error{wire::Error::Code::kSettled, sentence, setup_.match}});
    return;
  }
  if (awaited() != event.seat || event.ply > position_.ply()) {
    on(Misplaced{event.seat, "a move for ply " + std::to_string(event.ply) + ", out of turn"}, now, actions);
    return;
  }
  if (is_late(event.received))
    return put_out({{event.seat, Reason::kTimeout, "its clock ran out"}}, now, actions);
  if (const auto verdict = position_.check(event.move); !verdict)
    return refuse(event, verdict.error(), now, actions);
  accept(event, now, actions);
}

void Match::accept(const Played& event, Time now, Actions& actions) {
  SeatState& who = state(event.seat);
  const Duration passed =
      asked_->started ? std::max<Duration>(event.received - *asked_->started, Duration{0}) : Duration{0};
  const Duration forgiven = std::min(passed, asked_->allowance);
  const Duration took = passed - forgiven;
  who.used += took;
  who.forgiven += forgiven;
  if (setup_.seats[event.seat.value()].time.bank)
    who.bank =
        std::max<Duration>(who.bank - took, Duration{0}) + setup_.seats[event.seat.value()].time.increment;
  asked_.reset();
  log_move(event.seat, event.move, took, event.info, &actions);
  if (!position_.outcome().over) return ask(now, actions);
  const auto winner = position_.outcome().winner;
  finish(wire::End::kPlayedOut, winner, sentence_of(winner), actions);
}

void Match::refuse(const Played& event, const games::RuleBroken& broken, Time now, Actions& actions) {
  if (std::exchange(asked_->changed, false)) {
    // It was chosen in a position that an elimination has changed since: nobody's fault, once.
    const std::string sentence = "the position changed when a seat went out; play again";
    actions.emplace_back(Send{event.seat, wire::Error{wire::Error::Code::kStale, sentence, setup_.match}});
    return;
  }
  put_out({{event.seat, Reason::kIllegalMove,
            std::string(games::rule_name(broken.rule)) + ": " + broken.sentence + " (move " +
                describe(event.move) + " at ply " + std::to_string(position_.ply()) + ", position hash " +
                base::hex(position_.hash()) + ")"}},
          now, actions);
}

std::string Match::describe(const games::Move& move) const {
  const bool same_game = position_.visit([&](const auto& game) {
    return std::holds_alternative<typename std::decay_t<decltype(game)>::Move>(move);
  });
  return same_game ? position_.format(games::Event{move}) : "of another game";
}

void Match::on(const Resigned& event, Time now, Actions& actions) {
  if (!is_out(event.seat)) put_out({{event.seat, Reason::kResigned, "it resigned"}}, now, actions);
}

void Match::on(const Misplaced& event, Time now, Actions& actions) {
  if (is_out(event.seat)) return;
  if (++state(event.seat).misplaced > 1)
    return put_out({{event.seat, Reason::kProtocolError, event.detail + ", for the second time"}}, now,
                   actions);
  if (is_connected(event.seat))
    actions.emplace_back(
        Send{event.seat, wire::Error{wire::Error::Code::kOutOfTurn, event.detail, setup_.match}});
}

void Match::on(const Missing& event, Time now, Actions& actions) {
  std::vector<Out> outs;
  for (const Seat s : event.seats)
    if (!is_out(s)) outs.push_back({s, Reason::kNotReady, "it did not connect in time"});
  put_out(outs, now, actions);
}

void Match::on(const Faulted& event, Time now, Actions& actions) {
  if (!is_out(event.seat)) put_out({{event.seat, event.reason, event.detail}}, now, actions);
}

void Match::on(const Stopped& event, Time, Actions& actions) {
  finish(wire::End::kVoid, std::nullopt, "void: " + event.sentence, actions);
}

// --- what everybody is told

void Match::log_move(Seat s, const games::Move& move, Duration took, const wire::Info& info,
                     Actions* actions) {
  const wire::Moved moved{setup_.match, s, position_.ply(), move, took};
  entries_.push_back({s, position_.format(games::Event{move}), took, info});
  position_.apply(move);
  log_.emplace_back(moved);
  if (actions != nullptr) actions->emplace_back(Tell{audience(), moved, info});
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
  if (actions != nullptr) actions->emplace_back(Tell{audience(out.seat), eliminated, {}});
}

void Match::put_out(const std::vector<Out>& outs, Time now, Actions& actions) {
  if (outs.empty()) return;
  const unsigned as = ++outs_;
  for (const Out& out : outs) {
    if (is_out(out.seat)) continue;  // the one before left it unable to move
    log_out(out, as, &actions);
    if (position_.outcome().over) continue;  // nobody is left: the last elimination ended the game already
    position_.apply(games::Elimination{out.seat});
    entries_.push_back({out.seat, "x" + std::to_string(out.seat.value()), Duration{0}, {}});
    notice_blocked(&actions);
  }
  if (standing() == 0)  // all of this event are level, those too whom it left unable to move
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
    asked_->changed = true;  // it is thinking about a position that is no more
    if (is_connected(asked_->seat)) actions.emplace_back(Send{asked_->seat, turn_message(now)});
    return;
  }
  ask(now, actions);
}

// --- the end

void Match::finish(wire::End end, std::optional<Seat> winner, std::string sentence, Actions& actions) {
  phase_ = Phase::kOver;
  asked_.reset();
  end_ = end;
  winner_ = winner;
  sentence_ = std::move(sentence);
  unsigned everybody = 0;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (is_connected(seat(s))) everybody |= 1U << s;
  actions.emplace_back(Tell{static_cast<std::uint8_t>(everybody), end_message(), {}});
  actions.emplace_back(Over{});
}

wire::MatchEnd Match::end_message() const {
  return {setup_.match, end_, winner_, places(), setup_.id, sentence_};
}

std::vector<std::uint32_t> Match::places() const {
  std::vector<std::uint32_t> all;
  if (end_ == wire::End::kVoid) return all;
  // The winner, then those who stand, then the latest to go out before the earlier ones.
  const auto rank = [&](unsigned s) -> unsigned {
    if (winner_ == seat(s)) return 0;
    return is_out(seat(s)) ? 2 + outs_ - seats_[s].out_as : 1;
  };
  for (unsigned s = 0; s < num_seats(); ++s) {
    std::uint32_t better = 0;
    for (unsigned other = 0; other < num_seats(); ++other) better += rank(other) < rank(s) ? 1U : 0U;
    all.push_back(better + 1);
  }
  return all;
}

std::string Match::sentence_of(std::optional<Seat> winner) const {
  std::string outs;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (is_out(seat(s)))
      outs += (outs.empty() ? "" : ", ") + name(seat(s)) + " out (" +
              std::string(wire::reason_name(*seats_[s].reason)) + ")";
  const std::string result =
      winner ? "seat " + std::to_string(winner->value()) + ", " + name(*winner) + ", won" : "drawn";
  return outs.empty() ? result : result + ": " + outs;
}

wire::Record Match::record() const {
  wire::Record out;
  out.id = setup_.id;
  out.game = std::string(position_.game_name());
  out.rows = position_.grid().rows;
  out.columns = position_.grid().columns;
  const std::vector<std::uint32_t> all_places = over() ? places() : std::vector<std::uint32_t>{};
  for (unsigned s = 0; s < num_seats(); ++s) {
    const SeatState& who = seats_[s];
    const Setup::SeatSetup& setup = setup_.seats[s];
    out.seats.push_back({setup.name, who.title, who.reason, who.detail,
                         all_places.empty() ? 0 : all_places[s], setup.time, bank(seat(s)), who.used, "",
                         setup.lag.empty() ? std::nullopt : std::optional(who.forgiven)});
  }
  out.opening = opening_;
  out.moves = entries_;
  out.winner = winner_;
  out.end = end_;
  out.sentence = sentence_;
  out.hash = position_.hash();
  return out;
}

}  // namespace quiver::match
