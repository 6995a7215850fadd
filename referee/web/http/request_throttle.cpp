#include "referee/web/http/request_throttle.hpp"

#include <map>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/duty_cycle.hpp"

namespace quiver::web {

using base::Duration;

namespace {

// Reading a request and writing an answer, which nobody measures.
constexpr Duration kOverhead = std::chrono::microseconds(50);
constexpr int kRestPerRequest = 4;

}  // namespace

class RequestThrottle::Impl : public std::enable_shared_from_this<RequestThrottle::Impl> {
 public:
  explicit Impl(boost::asio::io_context& io) : timer_(io) {}

  void enter(const net::AddressKey& from, Enter enter, Kind kind) {
    // Nobody waits and no rest is due: lets it in before returning.
    if (turns_.empty() && base::clock_now() >= cycle_.until()) return enter(true);
    Queue& queue = waiting_[from];
    const bool counts = kind == Kind::kRequest;
    if (counts && queue.requests >= kMostWaiting) return enter(false);
    if (queue.all.empty()) turns_.push_back(from);
    queue.all.push_back({std::move(enter), kind});
    queue.requests += counts ? 1U : 0U;
    arm();
  }
  void count(Duration took) {
    cycle_.also_worked(took + kOverhead, base::clock_now());
    arm();
  }
  void stop() {
    waiting_.clear();
    turns_.clear();
    timer_.cancel();
  }

 private:
  struct Waiting {
    Enter enter;
    Kind kind;
  };
  struct Queue {
    std::deque<Waiting> all;
    std::size_t requests = 0;  // of these
  };

  void arm() {
    if (turns_.empty() || armed_) return;
    // One timer at a time. If the rest became longer meanwhile, open() arms it again.
    armed_ = true;
    timer_.expires_at(cycle_.until());
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      self->armed_ = false;
      if (!error) self->open();
    });
  }
  void open() {
    if (turns_.empty()) return;
    if (base::clock_now() < cycle_.until()) return arm();
    const Enter first = take_next();
    first(true);
    arm();
  }

  // The first of the address whose turn it is, which then goes behind the others.
  Enter take_next() {
    const net::AddressKey from = turns_.front();
    turns_.pop_front();
    const auto found = waiting_.find(from);
    Queue& queue = found->second;
    Waiting first = std::move(queue.all.front());
    queue.all.pop_front();
    queue.requests -= first.kind == Kind::kRequest ? 1U : 0U;
    if (queue.all.empty())
      waiting_.erase(found);
    else
      turns_.push_back(from);
    return std::move(first.enter);
  }

  boost::asio::steady_timer timer_;
  std::map<net::AddressKey, Queue> waiting_;  // none of them empty
  std::deque<net::AddressKey> turns_;         // each that waits, once
  base::DutyCycle cycle_{kRestPerRequest};
  bool armed_ = false;
};

RequestThrottle::RequestThrottle(boost::asio::io_context& io) : impl_(std::make_shared<Impl>(io)) {}
RequestThrottle::~RequestThrottle() { impl_->stop(); }
void RequestThrottle::enter(const net::AddressKey& from, Enter enter, Kind kind) {
  impl_->enter(from, std::move(enter), kind);
}
void RequestThrottle::count(Duration took) { impl_->count(took); }

}  // namespace quiver::web
