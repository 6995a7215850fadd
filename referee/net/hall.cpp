#include "referee/net/hall.hpp"

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
constexpr int kMostThroughDoor = 4;

Time clock_now() { return std::chrono::steady_clock::now(); }

}  // namespace

Hall::Hall(asio::io_context& io, Log& log, const Patience& patience, const Bounds& bounds)
    : io_(io), log_(log), patience_(patience), bounds_(bounds), alarm_(io), sweeper_(io) {
  start_sweeping();
}

Hall::~Hall() {
  for (auto& [number, guest] : guests_)
    guest.connection->close(Goodbye::Code::kStopping, "the referee is stopping");
}

void Hall::admit(asio::ip::tcp::socket socket, const wire::TlsServer* tls) {
  admit(std::make_shared<Connection>(std::move(socket), static_cast<Connection::Owner&>(*this), ++last_guest_,
                                     tls != nullptr ? std::optional(tls->accept()) : std::nullopt),
        nullptr);
}

void Hall::admit(asio::ip::tcp::socket socket, const PlayerPtr& door) {
  admit(std::make_shared<Connection>(std::move(socket), static_cast<Connection::Owner&>(*this), ++last_guest_,
                                     std::nullopt),
        door);
}

void Hall::admit(const std::shared_ptr<Connection>& connection, const PlayerPtr& door) {
  const std::uint64_t number = connection->number();
  connection->set_trace(trace_);
  Guest& guest = guests_[number];
  guest = {connection, nullptr, clock_now(), door, nullptr};
  const auto through_door = [&](const auto& one) { return door && one.second.door == door; };
  if (guests_.size() > bounds_.connections ||
      std::count_if(guests_.begin(), guests_.end(), through_door) > kMostThroughDoor) {
    refuse(guest, wire::Refused::Code::kFull, "the referee has as many connections as it can take");
    guests_.erase(number);
    return;
  }
  const bool counts = bounds_.count_this_machine || !connection->is_loopback();
  const std::size_t most = counts ? bounds_.per_address : bounds_.connections;
  if (!door && !(guest.visit = origins_.enter(connection->origin(), most))) {
    refuse(guest, wire::Refused::Code::kTooMany,
           "there are " + std::to_string(most) +
               " connections from this address already; try again when one of them has ended");
    guests_.erase(number);
    return;
  }
  connection->start();
}

// --- coming and going

PlayerPtr Hall::expect(const std::string& name) {
  auto player = std::make_shared<Player>();
  player->name = name;
  player->launched = true;
  player->token = base::hex(std::string_view(base::secret_bytes(16)));
  expected_.push_back(player);
  return player;
}

void Hall::dismiss(const PlayerPtr& player) {
  std::erase(expected_, player);
  std::erase(players_, player);
  people_changed();
  if (!player->connection) return;
  const auto connection = std::exchange(player->connection, nullptr);
  guests_.erase(connection->number());
  connection->close(Goodbye::Code::kDone, "there is nothing more to play");
}

void Hall::dismiss_all(const std::string& sentence) {
  std::vector<Guest> all;
  for (const auto& [number, guest] : guests_)
    if (!guest.door) all.push_back(guest);
  for (const Guest& guest : all) {
    guests_.erase(guest.connection->number());
    if (guest.player) guest.player->connection.reset();
    guest.connection->close(Goodbye::Code::kStopping, sentence);
  }
}

PlayerPtr Hall::find_free(const std::string& name, const std::string& game) const {
  for (const PlayerPtr& player : players_)
    if (!player->launched && !player->reserved && player->name == name && player->connected() &&
        player->free_places() > 0 && player->plays(game))
      return player;
  return nullptr;
}

bool Hall::is_present(const std::string& name, const std::string& game) const {
  return std::any_of(players_.begin(), players_.end(), [&](const PlayerPtr& player) {
    return !player->launched && !player->reserved && player->name == name && player->plays(game) &&
           (player->connected() || !player->sittings.empty());
  });
}

std::vector<std::string> Hall::guests(const std::string& game) const {
  std::vector<std::string> names;
  for (const PlayerPtr& player : players_)
    if (!player->launched && player->connected() && player->plays(game)) names.push_back(player->name);
  return names;
}

std::vector<PlayerPtr> Hall::waiting(Time now) const {
  std::vector<PlayerPtr> all;
  for (const PlayerPtr& player : players_)
    if (!player->launched && !player->reserved && player->connected() && player->free_places() > 0 &&
        now - player->free_since >= patience_.rest)
      all.push_back(player);
  std::stable_sort(all.begin(), all.end(),
                   [](const PlayerPtr& a, const PlayerPtr& b) { return a->free_since < b->free_since; });
  return all;
}

void Hall::on_closed(Connection& connection, const Connection::Closed& why) {
  const auto found = guests_.find(connection.number());
  if (found == guests_.end()) return;
  const Guest guest = std::move(found->second);
  guests_.erase(found);
  const std::string who = guest.player ? guest.player->name : "somebody without a name";
  log_.info("closed " + connection.address() + " " + who + ": " + why.sentence);
  if (!guest.player || guest.player->connection.get() != &connection) return;
  guest.player->connection.reset();
  guest.player->ping_sent.reset();
  const bool offence = why.code == Goodbye::Code::kMalformed || why.code == Goodbye::Code::kOversized ||
                       why.code == Goodbye::Code::kSlow || why.code == Goodbye::Code::kFlood ||
                       why.code == Goodbye::Code::kOut;
  if (offence) {
    fault(guest.player, Reason::kProtocolError, why.sentence);
    std::erase(players_, guest.player);
  } else {
    handle_all(guest.player, [](base::Seat s) { return match::Event{match::Lost{s}}; });
  }
  people_changed();
  changed();
}

void Hall::on_handed_over(Connection& connection) {
  const auto found = guests_.find(connection.number());
  if (found == guests_.end() || !found->second.player) return;
  const Time now = clock_now();
  const Player& player = *found->second.player;
  for (const Player::Sitting& one : player.sittings) {
    if (one.table->match().awaited() != one.seat) continue;
    const bool forgiving = !player.launched && !patience_.lag.empty();
    one.table->handed_over(one.seat, forgiving ? connection.round_trip() : Duration{0}, now);
    note_deadline(*one.table);
    if (onlooker_ != nullptr) onlooker_->on_change(*one.table);
  }
}

// --- matches

Table& Hall::open(match::Setup setup, Table::EncodedStartPtr start, std::vector<PlayerPtr> players,
                  Spectator& spectator) {
  const Time now = clock_now();
  const wire::MatchId number = setup.match;
  auto made = std::make_unique<Table>(std::move(setup), std::move(start), std::move(players), spectator, now);
  Table& table = *made;
  tables_[number] = std::move(made);
  note_deadline(table);
  for (unsigned s = 0; s < table.match().num_seats(); ++s)
    if (const PlayerPtr& player = table.players()[s]) player->sittings.push_back({&table, seat(s)});
  spectator.on_open(table);
  people_changed();
  for (unsigned s = 0; s < table.match().num_seats() && !table.over(); ++s)
    if (const PlayerPtr& player = table.players()[s]; player && player->connected())
      introduce(table, seat(s), now);
  return table;
}

void Hall::introduce(Table& table, base::Seat seat, Time now) {
  handle(table, match::Connected{seat}, now);
  if (table.players()[seat.value()]->is_person()) handle(table, match::GotReady{seat, ""}, now);
}

void Hall::handle(Table& table, const match::Event& event, Time now) {
  if (table.over()) return;
  try {
    table.handle(event, now);
  } catch (const std::exception& error) {
    // A fault of our own ends this match, as void, and no other.
    log_.warning("match " + std::to_string(table.match().id()) + " has a fault: " + error.what());
    table.handle(match::Stopped{"the referee has a fault"}, now);
  }
  settle(table);
}

void Hall::handle_all(const PlayerPtr& player, const std::function<match::Event(base::Seat)>& event) {
  const Time now = clock_now();
  const std::vector<Player::Sitting> sittings = player->sittings;
  for (const Player::Sitting& one : sittings) handle(*one.table, event(one.seat), now);
}

void Hall::settle(Table& table) {
  note_deadline(table);
  expel_offenders(table);
  if (onlooker_ != nullptr) onlooker_->on_change(table);
  if (table.over()) finish(table);
}

void Hall::expel_offenders(const Table& table) {
  for (unsigned s = 0; s < table.match().num_seats(); ++s) {
    const PlayerPtr player = table.players()[s];
    if (!player || !player->connection || !table.match().is_out(seat(s))) continue;
    if (table.match().reason(seat(s)) != Reason::kProtocolError) continue;
    const auto connection = player->connection;
    connection->fail(Goodbye::Code::kOut, "it broke the protocol: " + table.match().detail(seat(s)));
    std::erase(players_, player);
  }
}

void Hall::finish(Table& table) {
  if (table.finished) return;
  table.finished = true;
  const Time now = clock_now();
  for (const PlayerPtr& player : table.players()) {
    if (!player) continue;
    std::erase_if(player->sittings, [&](const Player::Sitting& one) { return one.table == &table; });
    player->past.push_back(table.match().end_message());
    if (player->past.size() > std::max<std::size_t>(16, player->capacity)) player->past.pop_front();
    player->free_since = now;
    player->quiet_since = now;
  }
  people_changed();
  // Not at once: whoever called may still be using it.
  const wire::MatchId number = table.match().id();
  asio::post(io_, [this, number] {
    const auto found = tables_.find(number);
    if (found == tables_.end()) return;
    const std::unique_ptr<Table> gone = std::move(found->second);
    tables_.erase(found);
    gone->spectator().on_over(*gone);
    changed();
  });
}

void Hall::cut(const PlayerPtr& player) {
  const std::shared_ptr<Connection> connection = player->connection;
  if (connection) connection->break_off();
}

void Hall::fault(const PlayerPtr& player, Reason reason, const std::string& detail) {
  handle_all(player, [&](base::Seat s) { return match::Event{match::Faulted{s, reason, detail}}; });
}

void Hall::miss(wire::MatchId match, const std::vector<base::Seat>& seats) {
  const auto found = tables_.find(match);
  if (found != tables_.end()) handle(*found->second, match::Missing{seats}, clock_now());
}

void Hall::set_tokens(Tokens tokens) {
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

void Hall::turn_out(const PlayerPtr& player, const std::string& sentence) {
  std::erase(players_, player);
  people_changed();
  if (const auto connection = std::exchange(player->connection, nullptr)) {
    guests_.erase(connection->number());
    connection->close(Goodbye::Code::kKicked, sentence);
  }
  fault(player, Reason::kDisconnected, sentence);
}

void Hall::drain(const PlayerPtr& player) {
  if (const auto connection = player->connection) connection->drain();
}

bool Hall::abort(wire::MatchId match, const std::string& sentence) {
  const auto found = tables_.find(match);
  if (found == tables_.end() || found->second->over()) return false;
  handle(*found->second, match::Stopped{sentence}, clock_now());
  return true;
}

void Hall::abort_all(const std::string& sentence) {
  std::vector<wire::MatchId> all;
  for (const auto& [number, table] : tables_) all.push_back(number);
  for (const wire::MatchId number : all) abort(number, sentence);
}

void Hall::changed() {
  if (change_posted_ || listener_ == nullptr) return;
  change_posted_ = true;
  asio::post(io_, [this] {
    change_posted_ = false;
    if (listener_ != nullptr) listener_->on_change();
  });
}

void Hall::people_changed() {
  if (people_posted_ || onlooker_ == nullptr) return;
  people_posted_ = true;
  asio::post(io_, [this] {
    people_posted_ = false;
    if (onlooker_ != nullptr) onlooker_->on_people();
  });
}

Numbers Hall::numbers() const {
  Numbers out{guests_.size(), tables_.size(), 0, 0};
  for (const auto& [number, guest] : guests_) {
    const std::size_t waiting = guest.connection->waiting();
    out.queued_bytes += waiting;
    out.queued_peers += waiting > 0 ? 1U : 0U;
  }
  return out;
}

}  // namespace quiver::net
