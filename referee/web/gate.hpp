// Lets requests through one after the other, so that all of them together take about a fifth of the time.
//
// Whoever asks much waits, and makes others who ask wait; the matches on the same thread do not. After a
// request that took long the next one is let in four times as much later. Lives on the thread of the
// io_context.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>

#include "client_sdk/base/time.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::web {

class Gate {
 public:
  static constexpr std::size_t kMostWaiting = 500;

  explicit Gate(boost::asio::io_context& io);
  // Nobody is let in after it.
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  // Called once, now or later: true when it is its turn, false if too many wait already.
  using Enter = std::function<void(bool)>;
  void enter(Enter enter);
  // What was let in has taken so long.
  void count(base::Duration took);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
