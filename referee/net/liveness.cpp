#include "referee/net/liveness.hpp"

#include "client_sdk/base/text.hpp"

namespace quiver::net {

using wire::Goodbye;

namespace {

constexpr Duration kBetweenSweeps = std::chrono::milliseconds(250);

// The player that the session belongs to, or may belong to.
bool is_untimed(const Session& session) {
  const PlayerPtr& player = session.player ? session.player : session.expected;
  return player && player->is_untimed();
}

}  // namespace

Liveness::Liveness(boost::asio::io_context& io, Parts parts, const Timeouts& timeouts)
    : parts_(parts), timeouts_(timeouts), timer_(io) {
  start_sweeping();
}

void Liveness::start_sweeping() {
  timer_.expires_after(kBetweenSweeps);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    start_sweeping();  // first: a sweep that throws must not be the last one
    sweep();
  });
}

void Liveness::sweep() {
  const Time now = base::clock_now();
  parts_.stalls.check(now);
  parts_.log.sum_up(now);
  parts_.sessions.for_each([&](const Session& session) { check(session, now); });
  if (parts_.roster.forget_absent(now, timeouts_.reconnect)) parts_.events.players_changed();
  parts_.events.changed();
}

void Liveness::check(const Session& session, Time now) {
  if (is_untimed(session) || (session.player && session.player->is_frozen())) return;
  Connection& connection = *session.connection;
  if (!check_reading(connection, now) || !check_writing(connection, now)) return;
  if (session.player)
    check_pings(*session.player, now);
  else
    check_hello(session, now);
}

bool Liveness::check_reading(Connection& connection, Time now) {
  const auto since = connection.partial_since();
  if (!since || now - *since <= timeouts_.frame) return true;
  connection.drain();  // the frame may be complete by now
  if (connection.partial_since() != since) return true;
  connection.fail(Goodbye::Code::kSlow, "a frame was not complete " + base::format_duration(timeouts_.frame) +
                                            " after its first byte");
  return false;
}

bool Liveness::check_writing(Connection& connection, Time now) {
  const auto since = connection.stuck_since();
  if (!since || now - *since <= timeouts_.stuck) return true;
  connection.fail(Goodbye::Code::kNotReading, "it does not read its messages");
  return false;
}

void Liveness::check_hello(const Session& session, Time now) {
  if (now - session.since > timeouts_.hello)
    session.connection->fail(Goodbye::Code::kSilent,
                             "there was no Hello in " + base::format_duration(timeouts_.hello));
}

void Liveness::check_pings(Player& player, Time now) {
  const ConnectionPtr connection = player.connection();
  if (!connection) return;
  PingState& pings = player.pings();
  // A bot that thinks or builds its board need not answer. That counts as activity: the next ping is due a
  // full interval after it has finished.
  if (player.is_frozen() || parts_.matches.is_working(player)) {
    pings.cancel();
    pings.note_activity(now);
  } else if (pings.sent()) {
    if (now - *pings.sent() <= timeouts_.pong) return;
    // The Pong may wait in the kernel, unread: a busy referee must not blame the bot.
    connection->drain();
    if (pings.sent() && connection->is_open())
      connection->fail(Goodbye::Code::kSilent,
                       "a ping was not answered in " + base::format_duration(timeouts_.pong));
  } else if (now - pings.last_activity() >= timeouts_.ping) {
    connection->queue(wire::Ping{pings.send(now)});
    connection->flush();
  }
}

}  // namespace quiver::net
