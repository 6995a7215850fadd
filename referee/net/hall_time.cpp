// The hall and time: deadlines of matches, and what peers may take how long for.
#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/net/hall.hpp"

namespace quiver::net {

using wire::Goodbye;

namespace {

constexpr Duration kSweep = std::chrono::milliseconds(250);

Time clock_now() { return std::chrono::steady_clock::now(); }

}  // namespace

void Hall::note_deadline(Table& table) {
  const auto deadline = table.match().deadline();
  if (deadline == table.noted_deadline) return;
  if (table.noted_deadline) deadlines_.erase({*table.noted_deadline, &table});
  table.noted_deadline = deadline;
  if (deadline) deadlines_.insert({*deadline, &table});
  arm();
}

// The alarm is set anew only when it has to ring earlier: ringing too early costs less than setting it
// with every move.
void Hall::arm() {
  if (deadlines_.empty()) return;
  const Time first = deadlines_.begin()->first;
  if (armed_for_ && *armed_for_ <= first) return;
  armed_for_ = first;
  alarm_.expires_at(first);
  alarm_.async_wait([this](const boost::system::error_code& error) {
    if (!error) on_alarm();
  });
}

void Hall::on_alarm() {
  armed_for_.reset();
  const Time now = clock_now();
  std::vector<wire::MatchId> due;
  for (const auto& [when, table] : deadlines_) {
    if (when > now) break;
    due.push_back(table->match().id());
  }
  for (const wire::MatchId number : due) {
    const auto found = tables_.find(number);
    if (found == tables_.end()) continue;
    Table& table = *found->second;
    // Whoever answered in time and was not read yet is read now, before the verdict.
    for (const PlayerPtr& player : table.players())
      if (player) drain(player);
    if (!table.over() && table.match().deadline() && *table.match().deadline() <= now)
      handle(table, match::TimePassed{}, now);
  }
  arm();
}

void Hall::start_sweeping() {
  sweeper_.expires_after(kSweep);
  sweeper_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    start_sweeping();  // first: a fault in one sweep must not be the last
    sweep();
  });
}

void Hall::sweep() {
  const Time now = clock_now();
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, guest] : guests_) numbers.push_back(number);
  for (const std::uint64_t number : numbers)
    if (const auto found = guests_.find(number); found != guests_.end()) {
      const Guest guest = found->second;
      sweep_guest(guest, now);
    }
  const auto forgotten = std::erase_if(players_, [&](const PlayerPtr& player) {
    return !player->connected() && player->sittings.empty() && !player->launched &&
           now - std::max(player->quiet_since, player->free_since) > patience_.reconnect;
  });
  if (forgotten > 0) people_changed();
  changed();
}

bool Hall::is_unhurried(const Guest& guest) {
  const PlayerPtr& who = guest.player ? guest.player : guest.door;
  return who && who->unhurried;
}

void Hall::sweep_guest(const Guest& guest, Time now) {
  if (is_unhurried(guest)) return;
  if (guest.player && guest.player->body != nullptr && guest.player->body->frozen()) return;
  Connection& connection = *guest.connection;
  if (const auto since = connection.partial_since(); since && now - *since > patience_.frame) {
    connection.drain();  // it may be complete by now
    if (connection.partial_since() == since)
      return connection.fail(
          Goodbye::Code::kSlow,
          "a frame was not complete " + base::format_duration(patience_.frame) + " after its first byte");
  }
  if (const auto since = connection.stuck_since(); since && now - *since > patience_.stuck)
    return connection.fail(Goodbye::Code::kNotReading, "it does not read what it is sent");
  if (!guest.player) {
    if (now - guest.since > patience_.hello)
      connection.fail(Goodbye::Code::kSilent,
                      "there was no Hello in " + base::format_duration(patience_.hello));
    return;
  }
  ping(*guest.player, now);
}

void Hall::ping(Player& player, Time now) {
  if (!player.connection) return;
  // A bot that is to move or builds its board is at work and need not answer.
  const bool at_work =
      std::any_of(player.sittings.begin(), player.sittings.end(), [](const Player::Sitting& one) {
        const match::Match& match = one.table->match();
        return match.awaited() == one.seat || (!match.is_ready(one.seat) && !match.is_out(one.seat));
      });
  if (at_work || (player.body != nullptr && player.body->frozen())) {
    player.ping_sent.reset();
    player.quiet_since = now;
    return;
  }
  if (player.ping_sent) {
    if (now - *player.ping_sent <= patience_.pong) return;
    const auto connection = player.connection;
    connection->drain();
    if (player.ping_sent && connection->is_open())
      connection->fail(Goodbye::Code::kSilent,
                       "a ping was not answered in " + base::format_duration(patience_.pong));
    return;
  }
  if (now - player.quiet_since < patience_.ping) return;
  player.ping_sent = now;
  player.connection->queue(wire::Ping{++player.ping_number});
  player.connection->flush();
}

}  // namespace quiver::net
