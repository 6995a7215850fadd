// The server and time: deadlines of matches, and what peers may take how long for.
#include <algorithm>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/net/match_server.hpp"

namespace quiver::net {

using wire::Goodbye;

namespace {

constexpr Duration kSweep = std::chrono::milliseconds(250);
// A loop that did not come round for so long has stood still. On a busy machine the start of a bot keeps it
// for a second: that is no stall, or games that start again and again would keep every deadline away.
constexpr Duration kStall = std::chrono::seconds(3);

}  // namespace

void MatchServer::note_deadline(MatchSession& match_session) {
  const auto deadline = match_session.match().deadline();
  if (deadline == match_session.noted_deadline) return;
  if (match_session.noted_deadline) deadlines_.erase({*match_session.noted_deadline, &match_session});
  match_session.noted_deadline = deadline;
  if (deadline) deadlines_.insert({*deadline, &match_session});
  arm();
}

// The alarm is set anew only when it has to ring earlier: ringing too early costs less than setting it
// with every move.
void MatchServer::arm() {
  if (deadlines_.empty()) return;
  const Time first = deadlines_.begin()->first;
  if (armed_for_ && *armed_for_ <= first) return;
  armed_for_ = first;
  alarm_.expires_at(first);
  alarm_.async_wait([this](const boost::system::error_code& error) {
    if (!error) on_alarm();
  });
}

void MatchServer::on_alarm() {
  armed_for_.reset();
  const Time now = base::clock_now();
  notice_stall(now);
  std::vector<wire::MatchId> due;
  for (const auto& [when, match_session] : deadlines_) {
    if (when > now) break;
    due.push_back(match_session->match().id());
  }
  for (const wire::MatchId number : due) {
    const auto found = matches_.find(number);
    if (found == matches_.end()) continue;
    MatchSession& match_session = *found->second;
    // Whoever answered in time and was not read yet is read now, before the verdict.
    for (const PlayerPtr& player : match_session.players())
      if (player) drain(player);
    if (match_session.over() || !match_session.match().deadline() || *match_session.match().deadline() > now)
      continue;
    explain_absence(match_session, now);
    handle(match_session, match::TimePassed{}, now);
  }
  arm();
}

void MatchServer::notice_stall(Time now) {
  const Duration stall = now - std::exchange(awake_, now);
  if (stall < kStall) return;
  stalled_ += stall;
  for (auto& [number, session] : sessions_) {
    session.since = std::min(session.since + stall, now);
    session.connection->forgive(stall, now);
  }
  for (const PlayerPtr& player : players_) {
    player->quiet_since = std::min(player->quiet_since + stall, now);
    if (player->ping_sent) player->ping_sent = std::min(*player->ping_sent + stall, now);
  }
  std::vector<wire::MatchId> all;
  for (const auto& [number, match_session] : matches_) all.push_back(number);
  for (const wire::MatchId number : all)
    if (const auto found = matches_.find(number); found != matches_.end())
      handle(*found->second, match::Stalled{stall}, now);
}

void MatchServer::explain_absence(MatchSession& match_session, Time now) {
  for (unsigned s = 0; s < match_session.match().num_seats() && !match_session.over(); ++s) {
    const PlayerPtr& player = match_session.players()[s];
    if (!player || player->process == nullptr || match_session.match().is_ready(base::seat(s))) continue;
    // Its connection may be closed by now, for the same silence.
    const bool silent = !player->has_come && player->has_connected;
    const std::string lacks = silent ? "it had connected but sent no Hello" : "";
    const match::Waiting why{base::seat(s), lacks, silent ? "" : player->process->why_not_ready()};
    handle(match_session, why, now);
  }
}

void MatchServer::start_sweeping() {
  sweeper_.expires_after(kSweep);
  sweeper_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    start_sweeping();  // first: a fault in one sweep must not be the last
    sweep();
  });
}

void MatchServer::sweep() {
  const Time now = base::clock_now();
  notice_stall(now);
  log_.sum_up(now);
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, session] : sessions_) numbers.push_back(number);
  for (const std::uint64_t number : numbers)
    if (const auto found = sessions_.find(number); found != sessions_.end()) {
      const Session session = found->second;
      sweep_session(session, now);
    }
  const auto forgotten = std::erase_if(players_, [&](const PlayerPtr& player) {
    return !player->connected() && player->match_seats.empty() && !player->launched &&
           now - std::max(player->quiet_since, player->free_since) > timeouts_.reconnect;
  });
  if (forgotten > 0) people_changed();
  changed();
}

bool MatchServer::is_unhurried(const Session& session) {
  const PlayerPtr& who = session.player ? session.player : session.expected;
  return who && who->unhurried;
}

void MatchServer::sweep_session(const Session& session, Time now) {
  if (is_unhurried(session)) return;
  if (session.player && session.player->process != nullptr && session.player->process->frozen()) return;
  Connection& connection = *session.connection;
  if (const auto since = connection.partial_since(); since && now - *since > timeouts_.frame) {
    connection.drain();  // it may be complete by now
    if (connection.partial_since() == since)
      return connection.fail(
          Goodbye::Code::kSlow,
          "a frame was not complete " + base::format_duration(timeouts_.frame) + " after its first byte");
  }
  if (const auto since = connection.stuck_since(); since && now - *since > timeouts_.stuck)
    return connection.fail(Goodbye::Code::kNotReading, "it does not read what it is sent");
  if (!session.player) {
    if (now - session.since > timeouts_.hello)
      connection.fail(Goodbye::Code::kSilent,
                      "there was no Hello in " + base::format_duration(timeouts_.hello));
    return;
  }
  ping(*session.player, now);
}

void MatchServer::ping(Player& player, Time now) {
  if (!player.connection) return;
  // A bot that is to move or builds its board is at work and need not answer.
  const bool at_work =
      std::any_of(player.match_seats.begin(), player.match_seats.end(), [](const Player::MatchSeat& one) {
        const match::Match& match = one.match_session->match();
        return match.awaited() == one.seat || (!match.is_ready(one.seat) && !match.is_out(one.seat));
      });
  if (at_work || (player.process != nullptr && player.process->frozen())) {
    player.ping_sent.reset();
    player.quiet_since = now;
    return;
  }
  if (player.ping_sent) {
    if (now - *player.ping_sent <= timeouts_.pong) return;
    const auto connection = player.connection;
    connection->drain();
    if (player.ping_sent && connection->is_open())
      connection->fail(Goodbye::Code::kSilent,
                       "a ping was not answered in " + base::format_duration(timeouts_.pong));
    return;
  }
  if (now - player.quiet_since < timeouts_.ping) return;
  player.ping_sent = now;
  player.connection->queue(wire::Ping{++player.ping_number});
  player.connection->flush();
}

}  // namespace quiver::net
