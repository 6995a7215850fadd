// Hears of everything that goes on in the server and can be seen: who shows games to the world is one.
//
// All calls come on the referee's thread, in the middle of its work: an observer notes what it needs and
// returns; it never waits, and never changes the server from inside a call. A match may be looked at from
// on_begin until the end of its on_over.
#pragma once

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/match/events.hpp"
#include "referee/net/match_session.hpp"

namespace quiver::net {

class ServerObserver {
 public:
  virtual ~ServerObserver() = default;

  // A match begins to gather its seats. `heading` is its record as far as it is known by now: id, number,
  // board, options, when it began, names and clocks; no moves. A void game that is played again has the same
  // id, at another match.
  virtual void on_begin(const MatchSession& match_session, const wire::Record& heading) = 0;
  // Everybody is told this.
  virtual void on_told(const MatchSession& match_session, const match::Message& message) = 0;
  // Something about the match may look different now: moves, clocks, who is connected. Called once after
  // each event that it has handled.
  virtual void on_change(const MatchSession& match_session) = 0;
  // It is over, and this is what remains of it.
  virtual void on_over(const MatchSession& match_session, const wire::Record& record) = 0;
  // Who is connected, or how much they play, has changed.
  virtual void on_people() = 0;
  // A move that came over a connection was judged and whoever is next was asked, so long after it had reached
  // this machine.
  virtual void on_served(base::Duration latency) = 0;
};

}  // namespace quiver::net
