#include "referee/net/match_server.hpp"

#include <utility>

namespace quiver::net {

using wire::Goodbye;

namespace {

wire::Limits limits_of(const Timeouts& timeouts, const ServerLimits& limits) {
  return {wire::kMaxClientFrame, timeouts.frame, timeouts.ping, timeouts.reconnect, limits.resumes};
}

// The peer broke the protocol: it may not reconnect.
bool is_offence(const Connection::Closed& why) {
  return why.code == Goodbye::Code::kMalformed || why.code == Goodbye::Code::kOversized ||
         why.code == Goodbye::Code::kSlow || why.code == Goodbye::Code::kFlood ||
         why.code == Goodbye::Code::kOut;
}

}  // namespace

MatchServer::MatchServer(boost::asio::io_context& io, Log& log, const Timeouts& timeouts,
                         const ServerLimits& limits)
    : log_(log),
      timeouts_(timeouts),
      stalls_(base::clock_now(), [this](Duration stall, Time now) { forgive(stall, now); }),
      events_(io),
      sessions_(limits, limiter_),
      matches_(io, log, events_, stalls_, {limits.matches, timeouts.lag}),
      people_(matches_),
      admission_({log, sessions_, roster_, matches_, events_, limiter_}, limits_of(timeouts, limits)),
      administration_(log, roster_, matches_, admission_, events_),
      messages_(matches_, administration_, teams_, events_),
      liveness_(io, {log, sessions_, roster_, matches_, events_, stalls_}, timeouts) {}

MatchServer::~MatchServer() { log_.sum_up(base::clock_now(), true); }

void MatchServer::admit(boost::asio::ip::tcp::socket socket, const wire::TlsServer* tls) {
  admit(std::move(socket), tls != nullptr ? std::optional(tls->accept()) : std::nullopt, nullptr);
}

void MatchServer::admit(boost::asio::ip::tcp::socket socket, const PlayerPtr& expected) {
  expected->note_attempt();
  admit(std::move(socket), std::nullopt, expected);
}

void MatchServer::admit(boost::asio::ip::tcp::socket socket, std::optional<wire::TlsSession> tls,
                        const PlayerPtr& expected) {
  auto& owner = static_cast<Connection::Owner&>(*this);
  const auto connection =
      std::make_shared<Connection>(std::move(socket), owner, ++last_connection_, std::move(tls));
  connection->set_trace(trace_);
  sessions_.open(connection, expected, base::clock_now());
}

void MatchServer::on_message(Connection& from, const wire::ClientMessage& message, Time received) {
  Session* session = sessions_.find(from);
  if (session == nullptr) return;
  if (const PlayerPtr player = session->player)
    return messages_.handle({player, from, received, base::clock_now()}, message);
  if (const auto* hello = std::get_if<wire::Hello>(&message)) return admission_.on_hello(*session, *hello);
  from.fail(Goodbye::Code::kMalformed, "the first message has to be a Hello");
}

void MatchServer::on_closed(Connection& connection, const Connection::Closed& why) {
  const auto session = sessions_.take(connection);
  if (!session) return;
  teams_.on_closed(connection);
  log_closed(connection, *session, why.sentence);
  const PlayerPtr& player = session->player;
  // A resumed player has a new connection already; the end of the old one does not concern it.
  if (!player || player->connection().get() != &connection) return;
  player->detach();
  if (is_offence(why)) {
    matches_.fault(player, wire::Reason::kProtocolError, why.sentence);
    roster_.remove(player);
  } else {
    matches_.on_lost(player);
  }
  events_.players_changed();
  events_.changed();
}

void MatchServer::log_closed(const Connection& connection, const Session& session,
                             const std::string& sentence) {
  const std::string who = session.player ? session.player->name() : "unauthenticated peer";
  const std::string line = "closed " + connection.address() + " " + who + ": " + sentence;
  if (session.player)
    log_.info(line);
  else
    log_.stranger("closed", line, base::clock_now());
}

void MatchServer::on_handed_over(Connection& connection) {
  const Session* session = sessions_.find(connection);
  if (session != nullptr && session->player) matches_.on_handed_over(*session->player);
}

void MatchServer::forgive(Duration stall, Time now) {
  sessions_.forgive(stall, now);
  roster_.forgive(stall, now);
  matches_.forgive(stall, now);
}

Duration MatchServer::stalled(Time now) {
  stalls_.check(now);
  return stalls_.total();
}

ServerStats MatchServer::stats() const {
  ServerStats out;
  sessions_.add_to(out);
  out.matches = matches_.size();
  return out;
}

}  // namespace quiver::net
