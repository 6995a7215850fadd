#include "referee/web/gate.hpp"

#include <algorithm>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace quiver::web {

using base::Duration;
using base::Time;

namespace {

// Reading a request and writing an answer, which nobody measures.
constexpr Duration kOverhead = std::chrono::microseconds(50);
constexpr int kRest = 4;

Time clock_now() { return std::chrono::steady_clock::now(); }

}  // namespace

class Gate::Impl : public std::enable_shared_from_this<Gate::Impl> {
 public:
  explicit Impl(boost::asio::io_context& io) : timer_(io) {}

  void enter(Enter enter) {
    if (waiting_.empty() && clock_now() >= opens_) return enter(true);
    if (waiting_.size() >= kMostWaiting) return enter(false);
    waiting_.push_back(std::move(enter));
    arm();
  }
  void count(Duration took) {
    opens_ = std::max(opens_, clock_now()) + kRest * (took + kOverhead);
    arm();
  }
  void stop() {
    waiting_.clear();
    timer_.cancel();
  }

 private:
  void arm() {
    if (waiting_.empty() || armed_) return;
    armed_ = true;
    timer_.expires_at(opens_);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      self->armed_ = false;
      if (!error) self->open();
    });
  }
  void open() {
    if (waiting_.empty()) return;
    if (clock_now() < opens_) return arm();
    const Enter first = std::move(waiting_.front());
    waiting_.pop_front();
    first(true);
    arm();
  }

  boost::asio::steady_timer timer_;
  std::deque<Enter> waiting_;
  Time opens_;
  bool armed_ = false;
};

Gate::Gate(boost::asio::io_context& io) : impl_(std::make_shared<Impl>(io)) {}
Gate::~Gate() { impl_->stop(); }
void Gate::enter(Enter enter) { impl_->enter(std::move(enter)); }
void Gate::count(Duration took) { impl_->count(took); }

}  // namespace quiver::web
