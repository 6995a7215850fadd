#include "referee/web/throttle.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/duty_cycle.hpp"

namespace quiver::web {

using base::Duration;
using base::Time;

namespace {

// During a round a move may have to wait for the end of a piece, and the scheduler may take the processor
// away.
constexpr Duration kLongestRound = std::chrono::microseconds(500);
constexpr int kRestPerRound = 9;
constexpr Duration kLongestRest = std::chrono::seconds(1);

}  // namespace

class Throttle::Impl : public std::enable_shared_from_this<Throttle::Impl> {
 public:
  Impl(boost::asio::io_context& io, Duration least_rest, std::function<bool()> piece)
      : io_(io), timer_(io), least_rest_(least_rest), piece_(std::move(piece)) {}

  void wake() {
    woken_ = true;
    if (!under_way_) schedule();
  }
  void stop() {
    piece_ = nullptr;
    timer_.cancel();
  }

 private:
  void schedule() {
    under_way_ = true;
    if (base::clock_now() >= cycle_.until()) return go_on();
    timer_.expires_at(cycle_.until());
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error) self->work();
    });
  }
  // Posted, so that everything that is due before runs first.
  void go_on() {
    boost::asio::post(io_, [self = shared_from_this()] { self->work(); });
  }
  void work() {
    if (!piece_) return;
    woken_ = false;
    const Time began = base::clock_now();
    bool more = false;
    try {
      more = piece_();
    } catch (...) {
      under_way_ = false;  // an exception in one piece must not stop the throttle for good
      throw;
    }
    const Time now = base::clock_now();
    // Pieces add up to a round: only the time that was worked counts, not what came between them.
    spent_ += now - began;
    if (more && spent_ < kLongestRound) return go_on();
    // A round that is not finished continues after the pause.
    cycle_.worked(spent_, now, more ? Duration{0} : least_rest_);
    spent_ = Duration{0};
    under_way_ = false;
    if (more || woken_) schedule();
  }

  boost::asio::io_context& io_;
  boost::asio::steady_timer timer_;
  Duration least_rest_;
  std::function<bool()> piece_;
  bool under_way_ = false;
  bool woken_ = false;
  Duration spent_{0};
  base::DutyCycle cycle_{kRestPerRound, kLongestRest};
};

Throttle::Throttle(boost::asio::io_context& io, Duration least_rest, std::function<bool()> piece)
    : impl_(std::make_shared<Impl>(io, least_rest, std::move(piece))) {}
Throttle::~Throttle() { impl_->stop(); }
void Throttle::wake() { impl_->wake(); }

}  // namespace quiver::web
