#include "referee/net/match_session.hpp"

#include "referee/net/transport/connection.hpp"

namespace quiver::net {

using base::seat;

namespace {

wire::RefereeMessage as_message(const match::Message& message) {
  return std::visit([](const auto& one) { return wire::RefereeMessage{one}; }, message);
}

}  // namespace

MatchSession::MatchSession(NewMatch match, Time now)
    : match_(std::move(match.setup), now),
      details_(std::move(match.details)),
      start_(std::move(match.start)),
      players_(std::move(match.players)),
      observers_(std::move(match.observers)),
      began_(now) {}

wire::Record MatchSession::record() const {
  wire::Record record = match_.record();
  record.number = details_.number;
  record.board = details_.board;
  record.options = details_.options;
  record.seed = details_.seed;
  record.started = details_.started;
  record.event_board = details_.event_board;
  return record;
}

wire::Record MatchSession::heading() const {
  wire::Record heading = record();
  heading.moves.clear();
  return heading;
}

wire::Record MatchSession::final_record() const {
  wire::Record complete = record();
  for (std::size_t s = 0; s < players_.size(); ++s)
    if (players_[s] && players_[s]->process() != nullptr)
      players_[s]->process()->finish_game(complete.seats[s]);
  return complete;
}

Connection* MatchSession::connection(base::Seat s) const {
  const PlayerPtr& player = players_[s.value()];
  return player != nullptr ? player->connection().get() : nullptr;
}

void MatchSession::measure(Time now) {
  const auto awaited = match_.awaited();
  if (!awaited) return;
  const PlayerPtr& player = players_[awaited->value()];
  if (!player || player->process() == nullptr) return;
  std::vector<match::Action> none;
  match_.handle(match::Measured{*awaited, player->process()->usage()}, now, none);
}

void MatchSession::handle(const match::Event& event, Time now) {
  measure(now);
  std::vector<match::Action> actions;
  match_.handle(event, now, actions);
  for (const match::Action& action : actions) execute(action);
  share_turn_state();  // before the Turn is sent: the process of the seat to move must be able to run
  // The seat to move first: its clock starts with this.
  const auto awaited = match_.awaited();
  if (awaited) {
    if (Connection* to = connection(*awaited))
      to->flush();
    else if (const PlayerPtr& player = players_[awaited->value()]; player && player->is_person())
      start_clock(*awaited, base::Duration{0}, now);  // there is no kernel in between
  }
  for (unsigned s = 0; s < match_.num_seats(); ++s)
    if (awaited != seat(s))
      if (Connection* to = connection(seat(s))) to->flush();
}

void MatchSession::start_clock(base::Seat s, base::Duration lag, Time now) {
  std::vector<match::Action> none;
  // TurnSent causes no actions: nothing is sent because a clock starts.
  match_.handle(match::TurnSent{s, lag}, now, none);
}

void MatchSession::execute(const match::Action& action) {
  if (const auto* introduce = std::get_if<match::Introduce>(&action)) {
    if (Connection* to = connection(introduce->seat)) {
      const std::size_t before = to->outbound().size();
      wire::append_match_start(to->outbound(), match_.introduction(introduce->seat), *start_);
      // A MatchStart with a large board must not count as a queue that the peer does not read.
      to->allow(to->outbound().size() - before);
    }
  } else if (const auto* send = std::get_if<match::Send>(&action)) {
    if (Connection* to = connection(send->seat)) to->queue(as_message(send->message));
  } else if (const auto* told = std::get_if<match::Tell>(&action)) {
    broadcast(*told);
  }
}

void MatchSession::share_turn_state() const {
  const auto awaited = match_.awaited();
  for (unsigned s = 0; s < match_.num_seats(); ++s)
    if (const PlayerPtr& player = players_[s]; player && player->process() != nullptr)
      player->process()->set_turn_state(!match_.playing()    ? TurnState::kIdle
                                        : awaited == seat(s) ? TurnState::kOnTurn
                                                             : TurnState::kOffTurn);
}

void MatchSession::broadcast(const match::Tell& told) {
  std::string frame;
  wire::append_frame(frame, as_message(told.message));
  for (unsigned s = 0; s < match_.num_seats(); ++s)
    if ((told.seats >> s & 1U) != 0)
      if (Connection* to = connection(seat(s)); to != nullptr && to->is_open()) to->outbound() += frame;
  observers_.on_message(*this, told.message);
}

}  // namespace quiver::net
