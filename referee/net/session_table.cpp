#include "referee/net/session_table.hpp"

#include <algorithm>

namespace quiver::net {

using wire::Goodbye;
using wire::Refused;

namespace {

// A bot has one connection, and a new one while the old is not given up yet.
constexpr int kMostThroughListener = 4;

}  // namespace

SessionTable::SessionTable(const ServerLimits& limits, ConnectionLimiter& limiter)
    : limits_(limits), limiter_(limiter) {}

SessionTable::~SessionTable() {
  for (auto& [number, session] : sessions_)
    session.connection->close(Goodbye::Code::kStopping, "the referee is stopping");
}

bool SessionTable::open(const ConnectionPtr& connection, const PlayerPtr& expected, Time now) {
  ConnectionLimiter::Permit permit;
  if (const auto refused = refusal(*connection, expected, permit)) {
    connection->close(*refused);
    return false;
  }
  sessions_[connection->number()] = {connection, nullptr, now, expected, std::move(permit)};
  connection->start();
  return true;
}

std::optional<Refused> SessionTable::refusal(const Connection& connection, const PlayerPtr& expected,
                                             ConnectionLimiter::Permit& permit) {
  // All connections through one private listener come from one bot, which gets only a few.
  const auto same_listener = [&](const auto& one) { return expected && one.second.expected == expected; };
  if (sessions_.size() >= limits_.connections ||
      std::count_if(sessions_.begin(), sessions_.end(), same_listener) >= kMostThroughListener)
    return Refused{Refused::Code::kFull, "too many connections; try again later"};
  if (expected) return std::nullopt;
  const bool counts = limits_.count_this_machine || !connection.is_loopback();
  const std::size_t most = counts ? limits_.per_address : limits_.connections;
  permit = limiter_.enter(connection.origin(), most);
  if (permit) return std::nullopt;
  return Refused{Refused::Code::kTooMany,
                 "there are " + std::to_string(most) +
                     " connections from this address already; try again when one of them has ended"};
}

Session* SessionTable::find(const Connection& connection) {
  const auto found = sessions_.find(connection.number());
  return found == sessions_.end() ? nullptr : &found->second;
}

std::optional<Session> SessionTable::take(const Connection& connection) {
  const auto found = sessions_.find(connection.number());
  if (found == sessions_.end()) return std::nullopt;
  Session session = std::move(found->second);
  sessions_.erase(found);
  return session;
}

void SessionTable::close(const Session& session, const wire::RefereeMessage& last) {
  const ConnectionPtr connection = session.connection;  // the session is gone before it is closed
  sessions_.erase(connection->number());
  connection->close(last);
}

void SessionTable::close(Player& player, const Goodbye& goodbye) {
  const ConnectionPtr connection = player.detach();
  if (!connection) return;
  sessions_.erase(connection->number());
  connection->close(goodbye);
}

void SessionTable::close_public(const Goodbye& goodbye) {
  for_each([&](const Session& session) {
    if (session.expected) return;
    if (session.player) session.player->detach();
    close(session, goodbye);
  });
}

void SessionTable::forgive(Duration stall, Time now) {
  for (auto& [number, session] : sessions_) {
    session.since = std::min(session.since + stall, now);
    session.connection->forgive(stall, now);
  }
}

void SessionTable::add_to(ServerStats& stats) const {
  stats.connections += sessions_.size();
  for (const auto& [number, session] : sessions_) {
    const std::size_t waiting = session.connection->waiting();
    stats.queued_bytes += waiting;
    stats.queued_peers += waiting > 0 ? 1U : 0U;
  }
}

std::vector<std::uint64_t> SessionTable::numbers() const {
  std::vector<std::uint64_t> all;
  all.reserve(sessions_.size());
  for (const auto& [number, session] : sessions_) all.push_back(number);
  return all;
}

}  // namespace quiver::net
