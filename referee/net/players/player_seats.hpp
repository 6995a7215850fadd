// The seats of one player in matches that are being played, and the ends of its latest matches.
//
// A player has at most one seat in a match. It may play in more matches than its capacity if it was given
// seats beyond it; then no place is free. The ends are kept because a MatchEnd may get lost with a
// connection, and because a late message about an ended match is no offence. A value.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::net {

struct MatchSeat {
  wire::MatchId match = 0;
  base::Seat seat;
};

class PlayerSeats {
 public:
  explicit PlayerSeats(unsigned capacity) : capacity_(capacity) {}

  [[nodiscard]] unsigned capacity() const { return capacity_; }
  // In the order in which it got them.
  [[nodiscard]] const std::vector<MatchSeat>& current() const { return current_; }
  [[nodiscard]] std::optional<base::Seat> find(wire::MatchId match) const {
    for (const MatchSeat& one : current_)
      if (one.match == match) return one.seat;
    return std::nullopt;
  }
  // In how many more matches it can play.
  [[nodiscard]] unsigned num_free() const {
    const auto busy = static_cast<unsigned>(current_.size());
    return busy >= capacity_ ? 0 : capacity_ - busy;
  }
  // When its last match ended.
  [[nodiscard]] base::Time free_since() const { return free_since_; }

  // Takes for granted that the player has no seat in this match yet.
  void add(MatchSeat seat) { current_.push_back(seat); }
  // The match is over.
  void remove(const wire::MatchEnd& end, base::Time now) {
    std::erase_if(current_, [&](const MatchSeat& one) { return one.match == end.match; });
    ended_.push_back(end);
    if (ended_.size() > std::max<std::size_t>(kEndsKept, capacity_)) ended_.pop_front();
    free_since_ = now;
  }

  // The player had a seat in this match, which is over.
  [[nodiscard]] bool has_ended(wire::MatchId match) const {
    return std::any_of(ended_.begin(), ended_.end(), [&](const auto& one) { return one.match == match; });
  }
  // The ends that a player may have missed while it was disconnected, the oldest first.
  [[nodiscard]] std::vector<wire::MatchEnd> recent_ends() const {
    const std::size_t count = std::min<std::size_t>(ended_.size(), capacity_);
    return {ended_.end() - static_cast<std::ptrdiff_t>(count), ended_.end()};
  }

 private:
  // Enough for a message that was on its way when a match ended, also if games are short.
  static constexpr std::size_t kEndsKept = 16;

  unsigned capacity_;
  std::vector<MatchSeat> current_;
  std::deque<wire::MatchEnd> ended_;
  base::Time free_since_;
};

}  // namespace quiver::net
