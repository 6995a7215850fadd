#include "referee/web/standings_stream.hpp"

#include <algorithm>

#include "quiver/v1/spectator.pb.h"
#include "referee/web/json.hpp"
#include "referee/web/standings_change.hpp"

namespace quiver::web {

namespace {

constexpr auto kBetween = std::chrono::milliseconds(250);  // sending, at least
constexpr auto kEvery = std::chrono::milliseconds(2000);   // reading, at most
constexpr auto kSeldom = std::chrono::milliseconds(5000);  // where changes are large
constexpr std::size_t kBytesASecond = 800;                 // that a spectator is sent, but for that
// After a result: it may not be in the store yet.
constexpr int kRounds = 3;

Text whole_message(const v1::Standings& table) {
  v1::SpectatorMessage out;
  *out.mutable_standings() = first_message(table);
  return json(out);
}

Text change_message(const v1::Standings& before, const v1::Standings& now) {
  auto change = change_between(before, now);
  if (!change) return nullptr;
  v1::SpectatorMessage out;
  *out.mutable_standings_change() = std::move(*change);
  return json(out);
}

}  // namespace

StandingsStream::StandingsStream(boost::asio::io_context& io, AsyncStoreReader& reader, std::string running)
    : reader_(reader),
      running_(std::move(running)),
      throttle_(io, kBetween, [this] { return out_.send_some(); }),
      timer_(io) {}

void StandingsStream::watch(const std::string& event, const PeerPtr& peer) {
  events_[event].listeners.newcomers.push_back(peer);
  ask(event);
}

void StandingsStream::leave(const PeerPtr& peer) {
  for (auto at = events_.begin(); at != events_.end();) {
    at->second.listeners.remove(peer.get());
    at = at->second.listeners.empty() ? events_.erase(at) : std::next(at);
  }
}

void StandingsStream::on_result() {
  rounds_ = kRounds;
  if (events_.count(running_) != 0) schedule();
}

void StandingsStream::tell_everything() {
  while (out_.send_some()) {
  }
}

std::size_t StandingsStream::spectators() const {
  std::size_t all = 0;
  for (const auto& [name, event] : events_) all += event.listeners.size();
  return all;
}

void StandingsStream::schedule() {
  if (scheduled_) return;
  scheduled_ = true;
  const std::chrono::milliseconds due(1000 * last_change_ / kBytesASecond);
  timer_.expires_after(std::clamp(due, kEvery, kSeldom));
  timer_.async_wait([this, alive = std::weak_ptr<bool>(alive_)](const boost::system::error_code& error) {
    if (error || alive.expired()) return;
    scheduled_ = false;
    const auto found = events_.find(running_);
    if (found == events_.end()) return;
    --rounds_;
    ask(running_);
    if (rounds_ > 0) schedule();
  });
}

void StandingsStream::ask(const std::string& event) {
  Watched& watched = events_[event];
  if (watched.asking) return;
  auto read = std::make_shared<Read>();
  const auto question = [event, read, before = watched.sent](StoreReader& reader) -> Response {
    const auto table = reader.table(event);
    if (!table) return {table.error().status, "", nullptr, {}};
    read->before = before;
    read->table = std::make_shared<const v1::Standings>(rounded(**table, before.get()));
    read->whole = whole_message(*read->table);
    if (before) read->change = change_message(*before, *read->table);
    return {200, "", read->whole, {}};
  };
  const auto answer = [this, event, read, alive = std::weak_ptr<bool>(alive_)](const Response&) {
    if (!alive.expired()) tell(event, *read);
  };
  watched.asking = reader_.ask(question, answer);
  if (!watched.asking) tell(event, Read{});
}

void StandingsStream::tell(const std::string& event, const Read& read) {
  const auto found = events_.find(event);
  if (found == events_.end()) return;
  Watched& watched = found->second;
  watched.asking = false;
  if (!read.table) {
    // The store is busy, or gone for now: whoever waits for the first message connects again.
    for (const PeerPtr& peer : watched.listeners.take_newcomers())
      peer->close(kCloseTryLater, "try again later");
    return;
  }
  // Asked when everybody had left, and answered when somebody else had come.
  if (read.before != watched.sent) return ask(event);
  if (read.change) out_.add(read.change, watched.listeners.informed);
  last_change_ = read.change ? read.change->size() : 0;
  watched.sent = read.table;
  if (!watched.listeners.newcomers.empty()) out_.add(read.whole, watched.listeners.take_newcomers());
  throttle_.wake();
  if (rounds_ > 0 && event == running_) schedule();
}

}  // namespace quiver::web
