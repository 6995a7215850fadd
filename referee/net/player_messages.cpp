#include "referee/net/player_messages.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "client_sdk/base/text.hpp"

namespace quiver::net {

using wire::Goodbye;
using wire::Reason;

PlayerMessages::PlayerMessages(MatchRunner& matches, Administration& administration, TeamMessages& teams,
                               ServerEvents& events)
    : matches_(matches), administration_(administration), teams_(teams), events_(events) {}

void PlayerMessages::handle(const Incoming& in, const wire::ClientMessage& message) {
  in.player->note_message();
  std::visit([&](const auto& one) { on(in, one); }, message);
}

std::optional<PlayerMessages::At> PlayerMessages::find_seat(const Incoming& in, wire::MatchId match) {
  const PlayerSeats& seats = in.player->seats();
  if (const auto seat = seats.find(match)) return At{matches_.find(match)->match(), *seat};
  if (!in.spend_budget()) return std::nullopt;
  const std::string sentence = "match " + std::to_string(match) + " is not one of its own";
  // A message about a match that has just ended crossed its MatchEnd on the way: answered, but no offence.
  if (seats.has_ended(match))
    in.answer(wire::Error{wire::Error::Code::kSettled, "the match is over", match});
  else if (seats.current().empty())
    in.answer(wire::Error{wire::Error::Code::kOutOfTurn, sentence, match});
  else
    matches_.on_misplaced(in.player, sentence);
  return std::nullopt;
}

std::optional<PlayerMessages::At> PlayerMessages::find_leaving_seat(const Incoming& in, wire::MatchId match) {
  const auto at = find_seat(in, match);
  if (at && at->match.is_out(at->seat) && !in.spend_budget()) return std::nullopt;
  return at;
}

void PlayerMessages::handle(const Incoming& in, const At& at, const match::Event& event) {
  matches_.handle(at.match.id(), event, in.now);
}

void PlayerMessages::on(const Incoming& in, const wire::Hello&) {
  in.connection.fail(Goodbye::Code::kMalformed, "a second Hello");
}

void PlayerMessages::on(const Incoming& in, const wire::Ready& message) {
  const auto at = find_seat(in, message.match);
  if (!at) return;
  const bool needless = at->match.is_ready(at->seat) || at->match.is_out(at->seat);
  if (needless && !in.spend_budget()) return;
  handle(in, *at, match::GotReady{at->seat, message.title});
}

void PlayerMessages::on(const Incoming& in, const wire::Play& message) {
  const auto at = find_seat(in, message.match);
  if (!at) return;
  const bool asked_for = at->match.awaited() == at->seat && message.ply == at->match.position().ply();
  if (!asked_for && !in.spend_budget()) return;
  if (asked_for && in.player->process() != nullptr) in.player->process()->on_answer();
  const Time received = std::min(in.received, in.now);
  handle(in, *at, match::Played{at->seat, message.ply, message.move, message.info, received});
  if (asked_for) events_.move_served(received);
}

void PlayerMessages::on(const Incoming& in, const wire::Resign& message) {
  if (const auto at = find_leaving_seat(in, message.match)) handle(in, *at, match::Resigned{at->seat});
}

void PlayerMessages::on(const Incoming& in, const wire::Ping& message) {
  if (in.spend_budget()) in.answer(wire::Pong{message.number});
}

void PlayerMessages::on(const Incoming& in, const wire::Pong& message) {
  // A Pong that nobody asked for is harmless, but costs budget, so that nobody can send an endless stream of
  // them.
  if (!in.player->pings().answer(message.number, in.now)) static_cast<void>(in.spend_budget());
}

void PlayerMessages::on(const Incoming& in, const wire::Error& message) {
  if (message.code != wire::Error::Code::kDesync || !message.match)
    return static_cast<void>(in.spend_budget());
  const std::string detail = "desync: " + base::escaped(message.sentence);
  in.player->note_failure(detail);
  if (const auto at = find_leaving_seat(in, *message.match))
    handle(in, *at, match::Faulted{at->seat, Reason::kProtocolError, detail});
}

void PlayerMessages::on(const Incoming& in, const wire::Failed& message) {
  const std::string detail = "it says: " + base::escaped(message.sentence);
  in.player->note_failure(detail);  // the match may be over by now; the process ends all the same
  if (const auto at = find_leaving_seat(in, message.match))
    handle(in, *at, match::Faulted{at->seat, Reason::kCrashed, detail});
}

}  // namespace quiver::net
