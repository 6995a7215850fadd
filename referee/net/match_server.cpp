#include "referee/net/match_server.hpp"

#include <algorithm>
#include <exception>

#include <boost/asio/post.hpp>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::net {

namespace asio = boost::asio;
using base::seat;
using wire::Goodbye;
using wire::Reason;

namespace {

// A bot has one connection, and a new one while the old is not given up yet.
constexpr int kMostThroughListener = 4;

}  // namespace

MatchServer::MatchServer(asio::io_context& io, Log& log, const Timeouts& timeouts, const ServerLimits& limits)
    : io_(io), log_(log), timeouts_(timeouts), limits_(limits), alarm_(io), sweeper_(io) {
  start_sweeping();
}

MatchServer::~MatchServer() {
  for (auto& [number, session] : sessions_)
    session.connection->close(Goodbye::Code::kStopping, "the referee is stopping");
  log_.sum_up(base::clock_now(), true);
}

void MatchServer::admit(asio::ip::tcp::socket socket, const wire::TlsServer* tls) {
  admit(
      std::make_shared<Connection>(std::move(socket), static_cast<Connection::Owner&>(*this), ++last_session_,
                                   tls != nullptr ? std::optional(tls->accept()) : std::nullopt),
      nullptr);
}

void MatchServer::admit(asio::ip::tcp::socket socket, const PlayerPtr& expected) {
  admit(std::make_shared<Connection>(std::move(socket), static_cast<Connection::Owner&>(*this),
                                     ++last_session_, std::nullopt),
        expected);
}

void MatchServer::admit(const std::shared_ptr<Connection>& connection, const PlayerPtr& expected) {
  const std::uint64_t number = connection->number();
  connection->set_trace(trace_);
  Session& session = sessions_[number];
  session = {connection, nullptr, base::clock_now(), expected, nullptr};
  if (expected) expected->has_connected = true;
  const auto through_listener = [&](const auto& one) { return expected && one.second.expected == expected; };
  if (sessions_.size() > limits_.connections ||
      std::count_if(sessions_.begin(), sessions_.end(), through_listener) > kMostThroughListener) {
    refuse(session, wire::Refused::Code::kFull, "the referee has as many connections as it can take");
    sessions_.erase(number);
    return;
  }
  const bool counts = limits_.count_this_machine || !connection->is_loopback();
  const std::size_t most = counts ? limits_.per_address : limits_.connections;
  if (!expected && !(session.visit = limiter_.enter(connection->origin(), most))) {
    refuse(session, wire::Refused::Code::kTooMany,
           "there are " + std::to_string(most) +
               " connections from this address already; try again when one of them has ended");
    sessions_.erase(number);
    return;
  }
  connection->start();
}

// --- coming and going

PlayerPtr MatchServer::expect(const std::string& name) {
  auto player = std::make_shared<Player>();
  player->name = name;
  player->launched = true;
  player->token = base::hex(std::string_view(base::secret_bytes(16)));
  expected_.push_back(player);
  return player;
}

void MatchServer::dismiss(const PlayerPtr& player) {
  player->dismissed = true;
  std::erase(expected_, player);
  std::erase(players_, player);
  people_changed();
  if (!player->connection) return;
  const auto connection = std::exchange(player->connection, nullptr);
  sessions_.erase(connection->number());
  connection->close(Goodbye::Code::kDone, kNothingToPlay);
}

void MatchServer::dismiss_all(const std::string& sentence) {
  std::vector<Session> all;
  for (const auto& [number, session] : sessions_)
    if (!session.expected) all.push_back(session);
  for (const Session& session : all) {
    sessions_.erase(session.connection->number());
    if (session.player) session.player->connection.reset();
    session.connection->close(Goodbye::Code::kStopping, sentence);
  }
}

PlayerPtr MatchServer::find_free(const std::string& name, const std::string& game) const {
  for (const PlayerPtr& player : players_)
    if (!player->launched && !player->reserved && player->name == name && player->connected() &&
        player->free_places() > 0 && player->plays(game))
      return player;
  return nullptr;
}

bool MatchServer::is_present(const std::string& name, const std::string& game) const {
  return std::any_of(players_.begin(), players_.end(), [&](const PlayerPtr& player) {
    return !player->launched && !player->reserved && player->name == name && player->plays(game) &&
           (player->connected() || !player->match_seats.empty());
  });
}

std::vector<std::string> MatchServer::remote_players(const std::string& game) const {
  std::vector<std::string> names;
  for (const PlayerPtr& player : players_)
    if (!player->launched && player->connected() && player->plays(game)) names.push_back(player->name);
  return names;
}

std::vector<PlayerPtr> MatchServer::waiting(Time now) const {
  std::vector<PlayerPtr> all;
  for (const PlayerPtr& player : players_)
    if (!player->launched && !player->reserved && player->connected() && player->free_places() > 0 &&
        now - player->free_since >= timeouts_.rest)
      all.push_back(player);
  std::stable_sort(all.begin(), all.end(),
                   [](const PlayerPtr& a, const PlayerPtr& b) { return a->free_since < b->free_since; });
  return all;
}

void MatchServer::on_closed(Connection& connection, const Connection::Closed& why) {
  const auto found = sessions_.find(connection.number());
  if (found == sessions_.end()) return;
  const Session session = std::move(found->second);
  sessions_.erase(found);
  if (session.player)
    log_.info("closed " + connection.address() + " " + session.player->name + ": " + why.sentence);
  else
    log_.stranger("closed", "closed " + connection.address() + " unauthenticated peer: " + why.sentence,
                  base::clock_now());
  if (!session.player || session.player->connection.get() != &connection) return;
  session.player->connection.reset();
  session.player->ping_sent.reset();
  const bool offence = why.code == Goodbye::Code::kMalformed || why.code == Goodbye::Code::kOversized ||
                       why.code == Goodbye::Code::kSlow || why.code == Goodbye::Code::kFlood ||
                       why.code == Goodbye::Code::kOut;
  if (offence) {
    fault(session.player, Reason::kProtocolError, why.sentence);
    std::erase(players_, session.player);
  } else {
    handle_all(session.player, [](base::Seat s) { return match::Event{match::Lost{s}}; });
  }
  people_changed();
  changed();
}

void MatchServer::on_handed_over(Connection& connection) {
  const auto found = sessions_.find(connection.number());
  if (found == sessions_.end() || !found->second.player) return;
  const Player& player = *found->second.player;
  if (player.process != nullptr && !player.process->is_awake()) return;
  start_clocks(player, connection, base::clock_now());
}

void MatchServer::awake(const PlayerPtr& player, Time since) {
  // What it has not been handed yet starts its clock when it is.
  if (player->connection && player->connection->waiting() == 0)
    start_clocks(*player, *player->connection, since);
}

void MatchServer::start_clocks(const Player& player, Connection& connection, Time now) {
  for (const Player::MatchSeat& one : player.match_seats) {
    if (one.match_session->match().awaited() != one.seat) continue;
    const bool forgiving = !player.launched && !timeouts_.lag.empty();
    one.match_session->start_clock(one.seat, forgiving ? connection.round_trip() : Duration{0}, now);
    note_deadline(*one.match_session);
    one.match_session->observers().on_change(*one.match_session);
  }
}

// --- matches

MatchSession& MatchServer::open(NewMatch match) {
  const Time now = base::clock_now();
  const wire::MatchId number = match.setup.match;
  match.observers.insert(match.observers.begin(), &match_observers_);
  auto made = std::make_unique<MatchSession>(std::move(match), now);
  MatchSession& match_session = *made;
  matches_[number] = std::move(made);
  note_deadline(match_session);
  for (unsigned s = 0; s < match_session.match().num_seats(); ++s)
    if (const PlayerPtr& player = match_session.players()[s])
      player->match_seats.push_back({&match_session, seat(s)});
  match_session.observers().on_begin(match_session, match_session.heading());
  people_changed();
  for (unsigned s = 0; s < match_session.match().num_seats() && !match_session.over(); ++s)
    if (const PlayerPtr& player = match_session.players()[s]; player && player->connected())
      introduce(match_session, seat(s), now);
  return match_session;
}

void MatchServer::introduce(MatchSession& match_session, base::Seat seat, Time now) {
  handle(match_session, match::Connected{seat}, now);
  if (match_session.players()[seat.value()]->is_person())
    handle(match_session, match::GotReady{seat, ""}, now);
}

void MatchServer::handle(MatchSession& match_session, const match::Event& event, Time now) {
  if (match_session.over()) return;
  try {
    match_session.handle(event, now);
  } catch (const std::exception& error) {
    // An internal error ends this match, as void, and no other.
    log_.warning("match " + std::to_string(match_session.match().id()) + " has a fault: " + error.what());
    match_session.handle(match::Stopped{"the referee has a fault"}, now);
  }
  settle(match_session);
}

void MatchServer::handle_all(const PlayerPtr& player, const std::function<match::Event(base::Seat)>& event) {
  const Time now = base::clock_now();
  const std::vector<Player::MatchSeat> match_seats = player->match_seats;
  for (const Player::MatchSeat& one : match_seats) handle(*one.match_session, event(one.seat), now);
}

void MatchServer::settle(MatchSession& match_session) {
  note_deadline(match_session);
  expel_offenders(match_session);
  match_session.observers().on_change(match_session);
  if (match_session.over()) finish(match_session);
}

void MatchServer::expel_offenders(const MatchSession& match_session) {
  for (unsigned s = 0; s < match_session.match().num_seats(); ++s) {
    const PlayerPtr player = match_session.players()[s];
    if (!player || !player->connection || !match_session.match().is_out(seat(s))) continue;
    if (match_session.match().reason(seat(s)) != Reason::kProtocolError) continue;
    const auto connection = player->connection;
    connection->fail(Goodbye::Code::kOut, "it broke the protocol: " + match_session.match().detail(seat(s)));
    std::erase(players_, player);
  }
}

void MatchServer::finish(MatchSession& match_session) {
  if (match_session.finished) return;
  match_session.finished = true;
  const Time now = base::clock_now();
  for (const PlayerPtr& player : match_session.players()) {
    if (!player) continue;
    std::erase_if(player->match_seats,
                  [&](const Player::MatchSeat& one) { return one.match_session == &match_session; });
    player->past.push_back(match_session.match().end_message());
    if (player->past.size() > std::max<std::size_t>(16, player->capacity)) player->past.pop_front();
    player->free_since = now;
    player->quiet_since = now;
  }
  people_changed();
  // Not at once: whoever called may still be using it.
  const wire::MatchId number = match_session.match().id();
  asio::post(io_, [this, number] {
    const auto found = matches_.find(number);
    if (found == matches_.end()) return;
    const std::unique_ptr<MatchSession> gone = std::move(found->second);
    matches_.erase(found);
    gone->observers().on_over(*gone, gone->final_record());
    changed();
  });
}

void MatchServer::cut(const PlayerPtr& player) {
  const std::shared_ptr<Connection> connection = player->connection;
  if (connection) connection->break_off();
}

void MatchServer::fault(const PlayerPtr& player, Reason reason, const std::string& detail) {
  handle_all(player, [&](base::Seat s) { return match::Event{match::Faulted{s, reason, detail}}; });
}

void MatchServer::miss(wire::MatchId match, const std::vector<base::Seat>& seats) {
  const auto found = matches_.find(match);
  if (found != matches_.end()) handle(*found->second, match::Missing{seats}, base::clock_now());
}

void MatchServer::set_tokens(Tokens tokens) {
  tokens_ = std::move(tokens);
  const std::vector<PlayerPtr> all = players_;
  for (const PlayerPtr& player : all) {
    if (player->launched) continue;
    const auto identity = tokens_->find(player->token);
    if (!identity || identity->name != player->name)
      turn_out(player, "its token is no longer known");
    else
      player->admin = identity->admin;
  }
}

void MatchServer::turn_out(const PlayerPtr& player, const std::string& sentence) {
  std::erase(players_, player);
  people_changed();
  if (const auto connection = std::exchange(player->connection, nullptr)) {
    sessions_.erase(connection->number());
    connection->close(Goodbye::Code::kKicked, sentence);
  }
  fault(player, Reason::kDisconnected, sentence);
}

void MatchServer::drain(const PlayerPtr& player) {
  if (const auto connection = player->connection) connection->drain();
}

bool MatchServer::abort(wire::MatchId match, const std::string& sentence) {
  const auto found = matches_.find(match);
  if (found == matches_.end() || found->second->over()) return false;
  handle(*found->second, match::Stopped{sentence}, base::clock_now());
  return true;
}

void MatchServer::abort_all(const std::string& sentence) {
  std::vector<wire::MatchId> all;
  for (const auto& [number, match_session] : matches_) all.push_back(number);
  for (const wire::MatchId number : all) abort(number, sentence);
}

void MatchServer::changed() {
  if (change_posted_ || listener_ == nullptr) return;
  change_posted_ = true;
  asio::post(io_, [this] {
    change_posted_ = false;
    if (listener_ != nullptr) listener_->on_change();
  });
}

void MatchServer::people_changed() {
  if (people_posted_ || server_observers_.empty()) return;
  people_posted_ = true;
  asio::post(io_, [this] {
    people_posted_ = false;
    server_observers_.on_players_changed();
  });
}

ServerStats MatchServer::stats() const {
  ServerStats out{sessions_.size(), matches_.size(), 0, 0};
  for (const auto& [number, session] : sessions_) {
    const std::size_t waiting = session.connection->waiting();
    out.queued_bytes += waiting;
    out.queued_peers += waiting > 0 ? 1U : 0U;
  }
  return out;
}

}  // namespace quiver::net
