// Lets requests through one after the other, so that all of them together take about a fifth of the time.
//
// Whoever asks much waits; the matches on the same thread do not. After a request that took long the next one
// is let in four times as much later. Addresses take turns: one that asks a thousand times makes another wait
// for one of its requests, not for all of them. What comes over WebSockets passes here too. Lives on the
// thread of the io_context.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>

#include "client_sdk/base/time.hpp"
#include "referee/net/transport/connection_limiter.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::web {

class RequestThrottle {
 public:
  // What somebody wants to be let in for.
  enum class Kind {
    kRequest,  // of these only so many from one address may wait
    kSocket,  // to listen, or to say something over a WebSocket. As many may wait as have a connection, which
              // others count: a page that has room for two thousand spectators takes them also if they come
              // at once
  };
  static constexpr std::size_t kMostWaiting = 500;  // requests from one address

  explicit RequestThrottle(boost::asio::io_context& io);
  // Nobody is let in after it.
  ~RequestThrottle();
  RequestThrottle(const RequestThrottle&) = delete;
  RequestThrottle& operator=(const RequestThrottle&) = delete;

  // Called once, now or later: true when it is its turn, false if too many from there wait already.
  using Enter = std::function<void(bool)>;
  void enter(const net::AddressKey& from, Enter enter, Kind kind = Kind::kRequest);
  // What was let in has taken so long.
  void count(base::Duration took);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
