// Runs the matches: passes events to them, watches their deadlines and ends them.
//
// A match is opened with its players, lives until it is over, and its observers then get its record. A match
// that throws is aborted as void, and no other match notices. A player that breaks the protocol in one match
// loses its connection. A match may end inside any call here; its session is destroyed later, by the event
// loop, so that a MatchSession stays valid until the caller returns. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/match/lag_quota.hpp"
#include "referee/net/deadline_timer.hpp"
#include "referee/net/match_session.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/stall_detector.hpp"
#include "referee/net/transport/connection.hpp"
#include "referee/net/transport/log.hpp"

namespace quiver::net {

class MatchRunner {
 public:
  struct Rules {
    std::size_t most = 0;  // matches at once
    match::LagQuota lag;   // of remote bots
  };

  MatchRunner(boost::asio::io_context& io, Log& log, ServerEvents& events, StallDetector& stalls,
              Rules rules);

  // The observers of all matches.
  [[nodiscard]] MatchObservers& observers() { return observers_; }

  // --- matches
  // Never 0, and never the same twice.
  wire::MatchId next_id() { return ++last_id_; }
  // Opens a match under the id in its setup, and introduces it to the players that are connected.
  const MatchSession& open(NewMatch match);
  // Null if there is none, or none any more.
  [[nodiscard]] const MatchSession* find(wire::MatchId match) const;
  [[nodiscard]] std::size_t size() const { return matches_.size(); }
  [[nodiscard]] bool full() const { return matches_.size() >= rules_.most; }
  // Ends a match as void; false if it is not being played.
  bool abort(wire::MatchId match, const std::string& sentence);
  void abort_all(const std::string& sentence);

  // --- events of one match
  // Does nothing if the match is over or not there.
  void handle(wire::MatchId match, const match::Event& event, Time now);

  // --- events of a player, for all its seats
  // It is connected and can be introduced to its matches.
  void on_connected(const PlayerPtr& player, Time now);
  // It lost its connection and may reconnect.
  void on_lost(const PlayerPtr& player);
  // It is eliminated.
  void fault(const PlayerPtr& player, wire::Reason reason, const std::string& detail);
  // It sent a message that belongs to none of its matches.
  void on_misplaced(const PlayerPtr& player, const std::string& detail);
  // The kernel has taken all that was to be sent to it: clocks start.
  void on_handed_over(const Player& player);
  // Its process, which was stopped, runs again since then: the clocks start that have waited for it.
  void on_awake(const Player& player, Time since);
  // The referee was stalled for this time: connecting and getting ready may take so much longer.
  void forgive(Duration stall, Time now);

  // --- questions about a player
  // It has been asked for a move or gets ready: it need not answer pings.
  [[nodiscard]] bool is_working(const Player& player) const;
  // In one of its matches it has reconnected as often as that.
  [[nodiscard]] bool has_resumed(const Player& player, unsigned times) const;

  // For administrators, in the order of the matches' ids.
  void add_to(wire::Listing& listing, Time now) const;

 private:
  struct Entry {
    std::unique_ptr<MatchSession> session;
    bool ending = false;  // it is over, and the event loop will destroy it
  };

  void handle(Entry& entry, const match::Event& event, Time now);
  void handle_all(const PlayerPtr& player, const std::function<match::Event(base::Seat)>& event);
  // A person needs no time to get ready.
  void introduce(wire::MatchId match, base::Seat seat, Time now);
  // Starts the clock of each match that waits for this player's move.
  void start_clocks(const Player& player, Time now);
  // Closes the connections of players that this match eliminated for breaking the protocol.
  void expel_offenders(const MatchSession& session);
  // Takes the players out of a match that is over, and has the event loop destroy it.
  void finish(Entry& entry);
  void destroy(wire::MatchId match);
  void on_deadlines(const std::vector<wire::MatchId>& due, Time now);
  // Before the verdict: reports why launched bots may not be ready.
  void explain_absence(const MatchSession& session, Time now);
  [[nodiscard]] std::vector<wire::MatchId> ids() const;

  boost::asio::io_context& io_;
  Log& log_;
  ServerEvents& events_;
  StallDetector& stalls_;
  Rules rules_;
  MatchObservers observers_;
  wire::MatchId last_id_ = 0;
  std::unordered_map<wire::MatchId, Entry> matches_;
  DeadlineTimer deadlines_;
};

}  // namespace quiver::net
