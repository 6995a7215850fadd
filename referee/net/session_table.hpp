// The open connections, each with what the server knows about its peer.
//
// A connection gets a session if the limits allow it: on all connections, on those from one address, and on
// those through one private listener. A session ends with its connection. Numbers of connections are never
// used twice. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/net/players/player.hpp"
#include "referee/net/settings.hpp"
#include "referee/net/transport/connection.hpp"
#include "referee/net/transport/connection_limiter.hpp"

namespace quiver::net {

// One open connection. The table owns it; Admission fills in the player.
struct Session {
  ConnectionPtr connection;
  PlayerPtr player;                  // null until Hello
  Time since;                        // when it was opened
  PlayerPtr expected;                // the bot whose private listener it came through; null: the public one
  ConnectionLimiter::Permit permit;  // null where limits by address do not apply
};

class SessionTable {
 public:
  // The limiter must outlive the table.
  SessionTable(const ServerLimits& limits, ConnectionLimiter& limiter);
  // Closes all connections.
  ~SessionTable();
  SessionTable(const SessionTable&) = delete;
  SessionTable& operator=(const SessionTable&) = delete;

  // Opens a session and begins to read. Beyond a limit the connection is refused and closed; returns whether
  // there is a session.
  bool open(const ConnectionPtr& connection, const PlayerPtr& expected, Time now);

  // Null if there is none. Valid until that session ends.
  [[nodiscard]] Session* find(const Connection& connection);
  // Removes the session of a connection that is closed, and returns it.
  std::optional<Session> take(const Connection& connection);

  // Each of these sends a last message and closes; Connection::Owner is not called.
  void close(const Session& session, const wire::RefereeMessage& last);
  // The player's connection, if it has one.
  void close(Player& player, const wire::Goodbye& goodbye);
  // All connections but those through private listeners.
  void close_public(const wire::Goodbye& goodbye);

  // Calls `call` with a copy of each session that is open when its turn comes.
  template <class Call>
  void for_each(Call call) {
    for (const std::uint64_t number : numbers())
      if (const auto found = sessions_.find(number); found != sessions_.end()) call(Session(found->second));
  }
  // The referee was stalled for this time, which does not count against any peer.
  void forgive(Duration stall, Time now);
  // Adds the connections and what waits to be sent over them.
  void add_to(ServerStats& stats) const;

 private:
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;
  // Why the connection is beyond a limit, if it is; else takes a permit for its address.
  [[nodiscard]] std::optional<wire::Refused> refusal(const Connection& connection, const PlayerPtr& expected,
                                                     ConnectionLimiter::Permit& permit);

  ServerLimits limits_;
  ConnectionLimiter& limiter_;
  std::unordered_map<std::uint64_t, Session> sessions_;  // by the number of the connection
};

}  // namespace quiver::net
