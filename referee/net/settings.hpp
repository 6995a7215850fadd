// Timeouts, limits and statistics of a server. The defaults are those of docs/write-a-bot/protocol.md.
#pragma once

#include <chrono>
#include <cstddef>

#include "client_sdk/base/time.hpp"
#include "referee/match/lag_quota.hpp"

namespace quiver::net {

using base::Duration;

// How long the referee waits for a peer. Time in which the referee itself was stalled does not count.
struct Timeouts {
  Duration hello = std::chrono::seconds(10);    // from the connection to Hello
  Duration connect = std::chrono::seconds(10);  // from the start of a match to Hello
  Duration ready = std::chrono::seconds(10);    // from MatchStart to Ready, and a second per 20,000 cells
  Duration reconnect = std::chrono::seconds(30);
  Duration frame = std::chrono::seconds(5);   // from the first byte of a frame to its last
  Duration ping = std::chrono::seconds(5);    // between pings
  Duration pong = std::chrono::seconds(10);   // for the answer to one
  Duration stuck = std::chrono::seconds(10);  // for a peer that does not read
  Duration rest = std::chrono::seconds(1);    // between two matches that the lobby makes for one bot
  match::LagQuota lag;                        // of remote bots; empty by default
};

// Beyond a limit on connections a peer is refused; beyond the one on matches, games wait or are refused.
struct ServerLimits {
  std::size_t connections = 16'000;
  std::size_t per_address = 64;     // connections
  bool count_this_machine = false;  // apply that to this machine, too
  std::size_t matches = 8'000;
  unsigned resumes = 10;  // per match and seat
};

// A snapshot.
struct ServerStats {
  std::size_t connections = 0;
  std::size_t matches = 0;
  std::size_t queued_bytes = 0;  // that peers have not read yet
  std::size_t queued_peers = 0;  // the number of these peers
};

}  // namespace quiver::net
