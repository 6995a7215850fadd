// Handles the messages of players: passes them to their matches and answers pings.
//
// A message that the protocol does not ask for at that moment takes from the sender's budget; one that
// belongs to none of its matches is reported to them as misplaced. Messages of administrators go to
// Administration, those about submissions and teams to TeamMessages. One thread.
#pragma once

#include <optional>

#include "referee/net/administration.hpp"
#include "referee/net/incoming.hpp"
#include "referee/net/match_runner.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/team_messages.hpp"

namespace quiver::net {

class PlayerMessages {
 public:
  // All of them must outlive it.
  PlayerMessages(MatchRunner& matches, Administration& administration, TeamMessages& teams,
                 ServerEvents& events);

  // Any message after Hello. The connection may be closed afterwards.
  void handle(const Incoming& in, const wire::ClientMessage& message);

 private:
  // The sender's seat in a match.
  struct At {
    const match::Match& match;
    base::Seat seat;
  };
  // None if it has no seat there; the message is dealt with then.
  [[nodiscard]] std::optional<At> find_seat(const Incoming& in, wire::MatchId match);
  // The same for a message that a seat may send once, as it leaves: an eliminated seat pays for it.
  [[nodiscard]] std::optional<At> find_leaving_seat(const Incoming& in, wire::MatchId match);
  void handle(const Incoming& in, const At& at, const match::Event& event);

  void on(const Incoming& in, const wire::Hello& message);
  void on(const Incoming& in, const wire::Ready& message);
  void on(const Incoming& in, const wire::Play& message);
  void on(const Incoming& in, const wire::Resign& message);
  void on(const Incoming& in, const wire::Ping& message);
  void on(const Incoming& in, const wire::Pong& message);
  void on(const Incoming& in, const wire::Error& message);
  void on(const Incoming& in, const wire::Failed& message);
  void on(const Incoming& in, const wire::SubmitBegin& message) { teams_.on(in, message); }
  void on(const Incoming& in, const wire::SubmitPart& message) { teams_.on(in, message); }
  void on(const Incoming& in, const wire::SubmitFollow& message) { teams_.on(in, message); }
  void on(const Incoming& in, const wire::TeamRequest& message) { teams_.on(in, message); }
  template <class AdminMessage>
  void on(const Incoming& in, const AdminMessage& message) {
    administration_.on(in, message);
  }

  MatchRunner& matches_;
  Administration& administration_;
  TeamMessages& teams_;
  ServerEvents& events_;
};

}  // namespace quiver::net
