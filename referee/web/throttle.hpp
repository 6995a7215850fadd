// Decides when spectators are served: soon, but never for more than about a tenth of the thread's time.
//
// Work is done in small pieces, between which everything else has its turn. After a round of pieces, which
// ends after half a millisecond even if there is more to do, there is a rest nine times as long: a thousand
// spectators make their own news come later and nobody's match slower. Lives on the thread of the io_context.
#pragma once

#include <functional>
#include <memory>

#include "client_sdk/base/time.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::web {

class Throttle {
 public:
  // `piece` does one small piece of the work and says whether there is more. Once there is not, nothing is
  // called for at least `least_rest`.
  Throttle(boost::asio::io_context& io, base::Duration least_rest, std::function<bool()> piece);
  // Nothing is called after it.
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
