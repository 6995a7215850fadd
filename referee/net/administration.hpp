// Handles the messages of administrators: Order, List, Kick, Abort and Cancel.
//
// Everybody else who sends one gets an Error, within the budget for unasked messages. One thread.
#pragma once

#include "referee/net/admission.hpp"
#include "referee/net/incoming.hpp"
#include "referee/net/match_runner.hpp"
#include "referee/net/players/roster.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/transport/log.hpp"

namespace quiver::net {

class Administration {
 public:
  // All of them must outlive it.
  Administration(Log& log, Roster& roster, MatchRunner& matches, Admission& admission, ServerEvents& events);

  // Passed on to the scheduler, which answers when it has built the board. Refused once the server is closed.
  void on(const Incoming& in, const wire::Order& message);
  void on(const Incoming& in, const wire::List& message);
  // Expels every competitor of this name; their seats are eliminated as disconnected.
  void on(const Incoming& in, const wire::Kick& message);
  // Ends one match as void.
  void on(const Incoming& in, const wire::Abort& message);
  // Stops the games of an order; its running games become void.
  void on(const Incoming& in, const wire::Cancel& message);

  // Who is connected and what is played.
  [[nodiscard]] wire::Listing listing() const;

 private:
  Log& log_;
  Roster& roster_;
  MatchRunner& matches_;
  Admission& admission_;
  ServerEvents& events_;
};

}  // namespace quiver::net
