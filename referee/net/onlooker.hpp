// Hears of everything that goes on in the hall and can be seen: who shows games to the world is one.
//
// All calls come on the referee's thread, in the middle of its work: an onlooker notes what it needs and
// returns; it never waits, and never changes the hall from inside a call. A table may be looked at from
// on_begin until the end of its on_over.
#pragma once

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/match/events.hpp"
#include "referee/net/table.hpp"

namespace quiver::net {

class Onlooker {
 public:
  virtual ~Onlooker() = default;

  // A match begins to gather its seats. `heading` is its record as far as it is known by now: id, number,
  // board, options, when it began, names and clocks; no moves. A void game that is played again has the same
  // id, at another table.
  virtual void on_begin(const Table& table, const wire::Record& heading) = 0;
  // Everybody is told this.
  virtual void on_told(const Table& table, const match::Message& message) = 0;
  // Something about the match may look different now: moves, clocks, who is connected. Called once after
  // each event that it has handled.
  virtual void on_change(const Table& table) = 0;
  // It is over, and this is what remains of it.
  virtual void on_over(const Table& table, const wire::Record& record) = 0;
  // Who is connected, or how much they play, has changed.
  virtual void on_people() = 0;
  // A move that came over a connection was judged and whoever is next was asked, so long after it had reached
  // this machine.
  virtual void on_served(base::Duration latency) = 0;
};

}  // namespace quiver::net
