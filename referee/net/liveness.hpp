// Checks regularly that peers are alive, and closes the connections of those that are not.
//
// Four times a second it looks at every session: for a frame that stays incomplete, a peer that does not
// read, a missing Hello, and an unanswered ping. Untimed players and stopped processes are left alone. The
// same sweep notices stalls, forgets players that stay away, and lets the scheduler look at the time. One
// thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/net/match_runner.hpp"
#include "referee/net/players/roster.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/session_table.hpp"
#include "referee/net/settings.hpp"
#include "referee/net/stall_detector.hpp"
#include "referee/net/transport/log.hpp"

namespace quiver::net {

class Liveness {
 public:
  // All of them must outlive it.
  struct Parts {
    Log& log;
    SessionTable& sessions;
    Roster& roster;
    MatchRunner& matches;
    ServerEvents& events;
    StallDetector& stalls;
  };
  // Begins to sweep.
  Liveness(boost::asio::io_context& io, Parts parts, const Timeouts& timeouts);

 private:
  void start_sweeping();
  void sweep();
  void check(const Session& session, Time now);
  // Both return whether the connection is still open.
  bool check_reading(Connection& connection, Time now);
  bool check_writing(Connection& connection, Time now);
  // The peer has not said Hello yet.
  void check_hello(const Session& session, Time now);
  // Sends a ping to a peer that was quiet, or closes the connection if the last ping was not answered in
  // time.
  void check_pings(Player& player, Time now);

  Parts parts_;
  Timeouts timeouts_;
  boost::asio::steady_timer timer_;
};

}  // namespace quiver::net
