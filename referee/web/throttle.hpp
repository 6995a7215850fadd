// Decides when spectators are served: soon, but never for more than about a tenth of the thread's time.
//
// Work is done in small pieces, and other handlers run between them. A round of pieces ends after half a
// millisecond even if there is more to do, and a pause nine times as long follows: with a thousand spectators
// each is served later, but no match is slower. Lives on the thread of the io_context.
#pragma once

#include <functional>
#include <memory>

#include "client_sdk/base/time.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::web {

// A duty-cycle scheduler for low-priority work on a shared event loop.
class Throttle {
 public:
  // `piece` does one small piece of the work and says whether there is more. Once there is not, nothing is
  // called for at least `least_rest`.
  Throttle(boost::asio::io_context& io, base::Duration least_rest, std::function<bool()> piece);
  // `piece` is not called after it.
  ~Throttle();
  Throttle(const Throttle&) = delete;
  Throttle& operator=(const Throttle&) = delete;

  // There is something to do. Cheap; may be called from inside a piece.
  void wake();

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
