#include "referee/net/match_runner.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <boost/asio/post.hpp>

namespace quiver::net {

using base::seat;
using wire::Reason;

MatchRunner::MatchRunner(boost::asio::io_context& io, Log& log, ServerEvents& events, StallDetector& stalls,
                         Rules rules)
    : io_(io),
      log_(log),
      events_(events),
      stalls_(stalls),
      rules_(rules),
      deadlines_(io, [this](const auto& due, Time now) { on_deadlines(due, now); }) {}

// --- matches

const MatchSession& MatchRunner::open(NewMatch match) {
  const Time now = base::clock_now();
  const wire::MatchId id = match.setup.match;
  // The observers of all matches are called before those of this one alone.
  match.observers.insert(match.observers.begin(), &observers_);
  MatchSession& session = *(matches_[id] = {std::make_unique<MatchSession>(std::move(match), now)}).session;
  deadlines_.set(id, session.match().deadline());
  for (unsigned s = 0; s < session.match().num_seats(); ++s)
    if (const PlayerPtr& player = session.players()[s]) player->seats().add({id, seat(s)});
  session.observers().on_begin(session, session.heading());
  events_.players_changed();
  // An introduction can end the match, by an internal error.
  for (unsigned s = 0; s < session.match().num_seats() && !session.over(); ++s)
    if (const PlayerPtr& player = session.players()[s]; player && player->is_connected())
      introduce(id, seat(s), now);
  return session;
}

const MatchSession* MatchRunner::find(wire::MatchId match) const {
  const auto found = matches_.find(match);
  return found == matches_.end() ? nullptr : found->second.session.get();
}

bool MatchRunner::abort(wire::MatchId match, const std::string& sentence) {
  const MatchSession* session = find(match);
  if (session == nullptr || session->over()) return false;
  handle(match, match::Stopped{sentence}, base::clock_now());
  return true;
}

void MatchRunner::abort_all(const std::string& sentence) {
  for (const wire::MatchId id : ids()) abort(id, sentence);
}

std::vector<wire::MatchId> MatchRunner::ids() const {
  std::vector<wire::MatchId> all;
  all.reserve(matches_.size());
  for (const auto& [id, entry] : matches_) all.push_back(id);
  return all;
}

// --- events

void MatchRunner::handle(wire::MatchId match, const match::Event& event, Time now) {
  if (const auto found = matches_.find(match); found != matches_.end()) handle(found->second, event, now);
}

void MatchRunner::handle(Entry& entry, const match::Event& event, Time now) {
  MatchSession& session = *entry.session;
  if (session.over()) return;
  try {
    session.handle(event, now);
  } catch (const std::exception& error) {
    log_.warning("match " + std::to_string(session.match().id()) + ": internal error: " + error.what());
    session.handle(match::Stopped{"internal error in the referee"}, now);
  }
  deadlines_.set(session.match().id(), session.match().deadline());
  // After the deadline is set: expelling calls back into handle() through on_closed.
  expel_offenders(session);
  session.observers().on_change(session);
  if (session.over()) finish(entry);
}

void MatchRunner::handle_all(const PlayerPtr& player, const std::function<match::Event(base::Seat)>& event) {
  const Time now = base::clock_now();
  const std::vector<MatchSeat> seats = player->seats().current();  // it may leave matches on the way
  for (const MatchSeat& one : seats) handle(one.match, event(one.seat), now);
}

void MatchRunner::introduce(wire::MatchId match, base::Seat seat, Time now) {
  handle(match, match::Connected{seat}, now);
  if (find(match)->players()[seat.value()]->is_person()) handle(match, match::GotReady{seat, ""}, now);
}

void MatchRunner::on_connected(const PlayerPtr& player, Time now) {
  const ConnectionPtr connection = player->connection();
  const std::vector<MatchSeat> seats = player->seats().current();
  for (const MatchSeat& one : seats) {
    // Handling a seat may have closed this connection; the rest is introduced when the bot comes back.
    if (player->connection() != connection) break;
    // A remote bot is not asked for games that it does not play; a launched one may be the wrong program.
    const std::string game(find(one.match)->match().position().game_name());
    if (player->games().empty() || player->plays(game))
      introduce(one.match, one.seat, now);
    else
      handle(one.match, match::Faulted{one.seat, Reason::kNotReady, "it does not play " + game}, now);
  }
}

void MatchRunner::on_lost(const PlayerPtr& player) {
  handle_all(player, [](base::Seat s) { return match::Event{match::Lost{s}}; });
}

void MatchRunner::fault(const PlayerPtr& player, Reason reason, const std::string& detail) {
  handle_all(player, [&](base::Seat s) { return match::Event{match::Faulted{s, reason, detail}}; });
}

void MatchRunner::on_misplaced(const PlayerPtr& player, const std::string& detail) {
  handle_all(player, [&](base::Seat s) { return match::Event{match::Misplaced{s, detail}}; });
}

void MatchRunner::forgive(Duration stall, Time now) {
  for (const wire::MatchId id : ids()) handle(id, match::Stalled{stall}, now);
}

// --- clocks

void MatchRunner::on_handed_over(const Player& player) {
  if (player.process() != nullptr && !player.process()->is_awake()) return;
  start_clocks(player, base::clock_now());
}

void MatchRunner::on_awake(const Player& player, Time since) {
  // What has not been handed over yet starts its clock when it is.
  if (player.connection() && player.connection()->waiting() == 0) start_clocks(player, since);
}

void MatchRunner::start_clocks(const Player& player, Time now) {
  for (const MatchSeat& one : player.seats().current()) {
    MatchSession& session = *matches_.at(one.match).session;
    if (session.match().awaited() != one.seat) continue;
    // Only remote bots have a network to be compensated for. Without a lag quota nothing is measured.
    const bool measured = player.is_remote() && !rules_.lag.empty();
    session.start_clock(one.seat, measured ? player.connection()->round_trip() : Duration{0}, now);
    deadlines_.set(one.match, session.match().deadline());
    session.observers().on_change(session);
  }
}

// --- deadlines

void MatchRunner::on_deadlines(const std::vector<wire::MatchId>& due, Time now) {
  stalls_.check(now);  // may put deadlines off
  for (const wire::MatchId id : due) {
    const MatchSession* session = find(id);
    if (session == nullptr) continue;
    // A move that arrived in time and was not read yet is read now, before the verdict.
    for (const PlayerPtr& player : session->players())
      if (player) player->drain();
    const auto deadline = session->match().deadline();
    if (session->over() || !deadline || *deadline > now) continue;
    explain_absence(*session, now);
    handle(id, match::TimePassed{}, now);
  }
}

void MatchRunner::explain_absence(const MatchSession& session, Time now) {
  for (unsigned s = 0; s < session.match().num_seats() && !session.over(); ++s) {
    const PlayerPtr& player = session.players()[s];
    if (!player || player->process() == nullptr || session.match().is_ready(seat(s))) continue;
    // Its connection may be closed by now, for the same silence.
    const bool silent = !player->has_said_hello() && player->has_attempted();
    const std::string lacks = silent ? "it had connected but sent no Hello" : "";
    const match::Waiting why{seat(s), lacks, silent ? "" : player->process()->why_not_ready()};
    handle(session.match().id(), why, now);
  }
}

// --- ends

void MatchRunner::expel_offenders(const MatchSession& session) {
  for (unsigned s = 0; s < session.match().num_seats(); ++s) {
    const PlayerPtr player = session.players()[s];
    if (!player || session.match().reason(seat(s)) != Reason::kProtocolError) continue;
    if (const ConnectionPtr connection = player->connection())
      connection->fail(wire::Goodbye::Code::kOut,
                       "it broke the protocol: " + session.match().detail(seat(s)));
  }
}

void MatchRunner::finish(Entry& entry) {
  if (std::exchange(entry.ending, true)) return;
  const MatchSession& session = *entry.session;
  const Time now = base::clock_now();
  for (const PlayerPtr& player : session.players())
    if (player) player->leave(session.match().end_message(), now);
  events_.players_changed();
  // Not at once: the caller may still be using the session.
  boost::asio::post(io_, [this, id = session.match().id()] { destroy(id); });
}

void MatchRunner::destroy(wire::MatchId match) {
  const auto found = matches_.find(match);
  if (found == matches_.end()) return;
  const std::unique_ptr<MatchSession> session = std::move(found->second.session);
  // Erased first: whoever counts matches in on_over must not count this one.
  matches_.erase(found);
  session->observers().on_over(*session, session->final_record());
  events_.changed();
}

// --- questions

bool MatchRunner::is_working(const Player& player) const {
  const auto& seats = player.seats().current();
  return std::any_of(seats.begin(), seats.end(), [&](const MatchSeat& one) {
    const match::Match& match = find(one.match)->match();
    return match.awaited() == one.seat || (!match.is_ready(one.seat) && !match.is_out(one.seat));
  });
}

bool MatchRunner::has_resumed(const Player& player, unsigned times) const {
  const auto& seats = player.seats().current();
  return std::any_of(seats.begin(), seats.end(), [&](const MatchSeat& one) {
    return find(one.match)->match().resumes(one.seat) >= times;
  });
}

void MatchRunner::add_to(wire::Listing& listing, Time now) const {
  for (const auto& [id, entry] : matches_) {
    if (entry.session->over()) continue;
    const match::Match& match = entry.session->match();
    wire::Listing::Match one{
        id, match.record_id(),      std::string(match.position().game_name()),
        {}, match.position().ply(), std::chrono::duration<double>(now - entry.session->began()).count()};
    for (unsigned s = 0; s < match.num_seats(); ++s) one.names.push_back(match.name(seat(s)));
    listing.matches.push_back(std::move(one));
  }
  std::sort(listing.matches.begin(), listing.matches.end(),
            [](const auto& a, const auto& b) { return a.match < b.match; });
}

}  // namespace quiver::net
