// The server: connects the parts that hold sessions, players and matches.
//
//   SessionTable   the open connections
//   Roster         the bots that are known or expected
//   Admission      lets players in and sends them away
//   PersonPlayers  the people, who have no connection
//   MatchRunner    the matches and their deadlines
//   PlayerMessages, Administration
//                  what players and administrators send
//   TeamMessages   what teams submit and ask for
//   Liveness       closes the connections of dead peers
//   ServerEvents   announces changes to the scheduler and the observers
//
// It owns them in the order in which they use each other, creates the connections, and passes on what happens
// to them. A peer's error ends its connection or its seat, never the server or another match. One io_context
// on one thread; nothing here blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <boost/asio/io_context.hpp>

#include "referee/net/administration.hpp"
#include "referee/net/admission.hpp"
#include "referee/net/liveness.hpp"
#include "referee/net/match_runner.hpp"
#include "referee/net/person_players.hpp"
#include "referee/net/player_messages.hpp"
#include "referee/net/players/roster.hpp"
#include "referee/net/scheduler.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/session_table.hpp"
#include "referee/net/settings.hpp"
#include "referee/net/stall_detector.hpp"
#include "referee/net/team_messages.hpp"
#include "referee/net/transport/connection.hpp"
#include "referee/net/transport/connection_limiter.hpp"
#include "referee/net/transport/log.hpp"

namespace quiver::net {

class MatchServer final : private Connection::Owner {
 public:
  MatchServer(boost::asio::io_context& io, Log& log, const Timeouts& timeouts, const ServerLimits& limits);
  ~MatchServer();

  [[nodiscard]] Admission& admission() { return admission_; }
  [[nodiscard]] const Roster& roster() const { return roster_; }
  [[nodiscard]] PersonPlayers& people() { return people_; }
  [[nodiscard]] const PersonPlayers& people() const { return people_; }
  [[nodiscard]] MatchRunner& matches() { return matches_; }
  [[nodiscard]] const MatchRunner& matches() const { return matches_; }
  [[nodiscard]] ServerEvents& events() { return events_; }
  [[nodiscard]] TeamMessages& teams() { return teams_; }
  [[nodiscard]] Log& log() { return log_; }

  // Traces all connections from now on; the trace must outlive the server.
  void set_trace(Trace* trace) { trace_ = trace; }
  // A peer has connected. With TLS, the handshake counts towards the timeout of its Hello.
  void admit(boost::asio::ip::tcp::socket socket, const wire::TlsServer* tls);
  // The same through the private listener of a launched bot.
  void admit(boost::asio::ip::tcp::socket socket, const PlayerPtr& expected);

  [[nodiscard]] const Timeouts& timeouts() const { return timeouts_; }
  // For how long the referee was stalled so far.
  [[nodiscard]] Duration stalled(Time now);
  // Who is connected and what is played.
  [[nodiscard]] wire::Listing listing() const { return administration_.listing(); }
  [[nodiscard]] ServerStats stats() const;

 private:
  // Connection::Owner
  void on_message(Connection& from, const wire::ClientMessage& message, Time received) override;
  void on_closed(Connection& connection, const Connection::Closed& why) override;
  void on_handed_over(Connection& connection) override;

  void admit(boost::asio::ip::tcp::socket socket, std::optional<wire::TlsSession> tls,
             const PlayerPtr& expected);
  void log_closed(const Connection& connection, const Session& session, const std::string& sentence);
  void forgive(Duration stall, Time now);

  Log& log_;
  Timeouts timeouts_;
  Trace* trace_ = nullptr;
  std::uint64_t last_connection_ = 0;

  ConnectionLimiter limiter_;
  StallDetector stalls_;
  ServerEvents events_;
  Roster roster_;
  SessionTable sessions_;
  MatchRunner matches_;
  PersonPlayers people_;
  Admission admission_;
  Administration administration_;
  TeamMessages teams_;
  PlayerMessages messages_;
  Liveness liveness_;
};

}  // namespace quiver::net
