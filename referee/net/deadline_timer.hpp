// One timer for the deadlines of all matches.
//
// The timer is set again only when it has to fire earlier: to fire once too early costs less than to set it
// with every move. One thread.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::net {

using base::Time;

class DeadlineTimer {
 public:
  // The matches whose deadline has passed, the earliest first; none if the timer fired too early. Their
  // deadlines may have changed by the time they are handled. A match stays due until its deadline is changed.
  using Handler = std::function<void(const std::vector<wire::MatchId>& due, Time now)>;

  DeadlineTimer(boost::asio::io_context& io, Handler handler);

  // None: the match has no deadline any more.
  void set(wire::MatchId match, std::optional<Time> deadline);

 private:
  void arm();
  void on_fired();

  Handler handler_;
  std::unordered_map<wire::MatchId, Time> deadlines_;
  std::set<std::pair<Time, wire::MatchId>> by_time_;  // the same
  boost::asio::steady_timer timer_;
  std::optional<Time> armed_for_;
};

}  // namespace quiver::net
