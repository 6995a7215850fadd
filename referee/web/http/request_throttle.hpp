// Lets requests through one after the other, so that all of them together take about a fifth of the time.
//
// A flood of requests is slowed down, and the matches on the same thread are not. After each request there is
// a pause four times as long as the request took. Addresses take turns: one that sends a thousand requests
// makes another wait for one of them, not for all. Messages over WebSockets pass here too. Lives on the
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
  // What is to be let through.
  enum class Kind {
    kRequest,  // of these only so many from one address may wait
    kSocket,  // to listen, or to say something over a WebSocket. As many may wait as have a connection, which
              // others count: a page that has room for two thousand spectators takes them also if they come
              // at once
  };
  static constexpr std::size_t kMostWaiting = 500;  // requests from one address

  explicit RequestThrottle(boost::asio::io_context& io);
  // Nothing is let through after it.
  ~RequestThrottle();
  RequestThrottle(const RequestThrottle&) = delete;
  RequestThrottle& operator=(const RequestThrottle&) = delete;

  // Called once, now or later: true when it is its turn, false if too many of this address wait already.
  using Enter = std::function<void(bool)>;
  void enter(const net::AddressKey& from, Enter enter, Kind kind = Kind::kRequest);
  // Reports how long the request took that was let through.
  void count(base::Duration took);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
