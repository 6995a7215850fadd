#include "referee/net/deadline_timer.hpp"

namespace quiver::net {

DeadlineTimer::DeadlineTimer(boost::asio::io_context& io, Handler handler)
    : handler_(std::move(handler)), timer_(io) {}

void DeadlineTimer::set(wire::MatchId match, std::optional<Time> deadline) {
  const auto known = deadlines_.find(match);
  if (known != deadlines_.end()) {
    if (known->second == deadline) return;
    by_time_.erase({known->second, match});
  }
  if (deadline) {
    deadlines_.insert_or_assign(match, *deadline);
    by_time_.insert({*deadline, match});
  } else if (known != deadlines_.end()) {
    deadlines_.erase(known);
  }
  arm();
}

void DeadlineTimer::arm() {
  // A timer that is armed too early is left alone: on_fired() finds nothing due and arms it again.
  if (by_time_.empty()) return;
  const Time first = by_time_.begin()->first;
  if (armed_for_ && *armed_for_ <= first) return;
  armed_for_ = first;
  timer_.expires_at(first);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) on_fired();
  });
}

void DeadlineTimer::on_fired() {
  armed_for_.reset();
  const Time now = base::clock_now();
  std::vector<wire::MatchId> due;
  for (const auto& [when, match] : by_time_) {
    if (when > now) break;
    due.push_back(match);
  }
  // A copy: the handler changes deadlines, and with them by_time_.
  handler_(due, now);
  arm();
}

}  // namespace quiver::net
