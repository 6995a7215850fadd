// A visitor's TCP connection with bounds that hold whatever is read over it: a part of beast_server.cpp, for
// that file alone.
//
// Requests are read and answered by read_some and by writing with a deadline: a fixed point in time,
// which arriving data does not move. An idle connection holds no buffer. As the layer below a WebSocket it
// counts every byte, those of pings and of empty fragments too: each piece waits for its turn at the
// throttle, the time spent on it counts as that of a request, and whoever sends more than a page ever has to
// say is cut off. Lives on the thread of the io_context.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "client_sdk/base/time.hpp"
#include "referee/net/transport/connection_limiter.hpp"
#include "referee/web/http/request_throttle.hpp"

namespace quiver::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

inline constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);

class VisitorStream {
 public:
  using executor_type = tcp::socket::executor_type;
  using next_layer_type = tcp::socket;

  enum class Read { kSome, kEnd, kLate };

  VisitorStream(tcp::socket socket, std::shared_ptr<RequestThrottle> throttle, const net::AddressKey& peer)
      : state_(std::make_shared<State>(std::move(socket), std::move(throttle), peer)) {
    error_code ignored;
    state_->socket.set_option(tcp::no_delay(true), ignored);
    state_->socket.non_blocking(true, ignored);
    // What the kernel keeps for somebody who does not read, or sends before it is their turn, is bounded too.
    state_->socket.set_option(tcp::socket::send_buffer_size(64 << 10), ignored);
    state_->socket.set_option(tcp::socket::receive_buffer_size(64 << 10), ignored);
  }

  executor_type get_executor() { return state_->socket.get_executor(); }
  tcp::socket& next_layer() { return state_->socket; }
  [[nodiscard]] const tcp::socket& next_layer() const { return state_->socket; }
  // The other end of the connection.
  [[nodiscard]] const net::AddressKey& peer() const { return state_->peer; }
  // On whose account its requests count; behind a proxy not the other end.
  [[nodiscard]] const net::AddressKey& address() const { return state_->address; }
  void set_address(const net::AddressKey& address) { state_->address = address; }
  [[nodiscard]] RequestThrottle& throttle() { return *state_->throttle; }
  void close() {
    error_code ignored;
    state_->socket.close(ignored);
  }

  // Appends what is there to read, at most so much, or waits for it until the deadline.
  asio::awaitable<Read> read_some(std::string& into, std::size_t most, base::Time deadline);
  // Whatever is being written then is given up and the connection closed.
  void close_at(base::Time deadline);
  void stop_clock() {
    ++state_->clock;
    state_->timer.cancel();
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token);
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return state_->socket.async_write_some(buffers, std::forward<Token>(token));
  }

 private:
  // The most that is read in one turn at the throttle.
  static constexpr std::size_t kPiece = 512;
  // Of bytes over a WebSocket: at once, and each second.
  static constexpr double kBurst = 64U << 10U;
  static constexpr double kRate = 2U << 10U;

  struct State {
    State(tcp::socket&& from, std::shared_ptr<RequestThrottle>&& its_throttle,
          const net::AddressKey& its_peer)
        : socket(std::move(from)),
          timer(socket.get_executor()),
          throttle(std::move(its_throttle)),
          peer(its_peer),
          address(its_peer) {}
    // Token bucket; false once it is overdrawn.
    bool spend(std::size_t bytes);

    tcp::socket socket;
    asio::steady_timer timer;
    std::shared_ptr<RequestThrottle> throttle;
    net::AddressKey peer;
    net::AddressKey address;
    unsigned clock = 0;  // which deadline is meant
    bool late = false;
    double left = kBurst;
    base::Time last = std::chrono::steady_clock::now();
  };
  using StatePtr = std::shared_ptr<State>;

  // A turn at the throttle, as something to wait for.
  struct Turn {
    explicit Turn(const executor_type& executor) : timer(executor) {}
    asio::steady_timer timer;
    bool entered = false;
  };

  template <class Buffers>
  struct ReadOp;

  StatePtr state_;
};

// --- requests

inline asio::awaitable<VisitorStream::Read> VisitorStream::read_some(std::string& into, std::size_t most,
                                                                     base::Time deadline) {
  static thread_local std::array<char, 16U << 10U> scratch;  // nothing waits between reading and appending
  const StatePtr state = state_;
  while (std::chrono::steady_clock::now() < deadline) {
    error_code error;
    const std::size_t size =
        state->socket.read_some(asio::buffer(scratch.data(), std::min(most, scratch.size())), error);
    if (!error) {
      into.append(scratch.data(), size);
      co_return Read::kSome;
    }
    if (error != asio::error::would_block && error != asio::error::try_again) co_return Read::kEnd;
    state->late = false;
    state->timer.expires_at(deadline);
    // The number tells a deadline that is still meant from one that was replaced while its handler waited.
    auto on_time = [state, clock = ++state->clock](const error_code& cancelled) {
      if (cancelled || state->clock != clock) return;
      state->late = true;
      error_code ignored;
      state->socket.cancel(ignored);
    };
    state->timer.async_wait(std::move(on_time));
    const auto [failed] = co_await state->socket.async_wait(tcp::socket::wait_read, kTuple);
    ++state->clock;
    state->timer.cancel();
    if (failed && !state->late) co_return Read::kEnd;
  }
  co_return Read::kLate;
}

inline void VisitorStream::close_at(base::Time deadline) {
  state_->timer.expires_at(deadline);
  state_->timer.async_wait([state = state_, clock = ++state_->clock](const error_code& cancelled) {
    if (cancelled || state->clock != clock) return;
    error_code ignored;
    state->socket.close(ignored);
  });
}

// --- a WebSocket's bytes

inline bool VisitorStream::State::spend(std::size_t bytes) {
  const base::Time now = std::chrono::steady_clock::now();
  left = std::min(kBurst, left + kRate * std::chrono::duration<double>(now - last).count());
  last = now;
  left -= static_cast<double>(bytes);
  return left >= 0;
}

template <class Buffers>
struct VisitorStream::ReadOp {
  static constexpr auto kLongest = std::chrono::seconds(60);  // to wait for a turn

  StatePtr state;
  Buffers buffers;
  std::shared_ptr<Turn> turn = nullptr;
  enum { kStart, kReadable, kTurn } step = kStart;

  // A composed operation of Asio: called again with each result, and `step` says what was waited for.
  template <class Self>
  void operator()(Self& self, error_code error = {}) {
    if (step == kStart) return wait(self);
    // A timer that was cancelled means that the turn has come.
    if (error && step == kReadable) return self.complete(error, 0);
    if (step != kTurn) return enter(self);
    if (!turn->entered) return self.complete(asio::error::timed_out, 0);
    read(self);
  }

  template <class Self>
  void wait(Self& self) {
    step = kReadable;
    tcp::socket& socket = state->socket;
    socket.async_wait(tcp::socket::wait_read, std::move(self));
  }
  template <class Self>
  void enter(Self& self) {
    turn = std::make_shared<Turn>(state->socket.get_executor());
    const auto mine = turn;
    const auto on_turn = [mine](bool may) {
      mine->entered = may;
      mine->timer.cancel();
    };
    state->throttle->enter(state->address, on_turn, RequestThrottle::Kind::kSocket);
    if (mine->entered) return read(self);
    step = kTurn;
    mine->timer.expires_after(kLongest);
    mine->timer.async_wait(std::move(self));
  }
  template <class Self>
  void read(Self& self) {
    error_code error;
    std::array<char, kPiece> piece;
    const std::size_t room = std::min(beast::buffer_bytes(buffers), piece.size());
    const std::size_t size = state->socket.read_some(asio::buffer(piece.data(), room), error);
    if (error == asio::error::would_block || error == asio::error::try_again) return wait(self);
    if (!error && !state->spend(size)) error = asio::error::no_buffer_space;
    asio::buffer_copy(buffers, asio::buffer(piece.data(), size));
    const std::shared_ptr<RequestThrottle> throttle = state->throttle;
    const auto began = std::chrono::steady_clock::now();
    self.complete(error, error ? 0 : size);
    throttle->count(std::chrono::steady_clock::now() - began);
  }
};

template <class Buffers, class Token>
auto VisitorStream::async_read_some(const Buffers& buffers, Token&& token) {
  return asio::async_compose<Token, void(error_code, std::size_t)>(ReadOp<Buffers>{state_, buffers}, token,
                                                                   state_->socket);
}

// What was received is read and dropped: unread data would reset the connection before the last message
// arrives.
inline void teardown(beast::role_type, VisitorStream& stream, error_code& error) {
  std::array<char, 4096> unread;
  tcp::socket& socket = stream.next_layer();
  socket.shutdown(tcp::socket::shutdown_send, error);
  for (int times = 0; times < 16 && !error; ++times) socket.read_some(asio::buffer(unread), error);
  socket.close(error);
}

template <class Handler>
void async_teardown(beast::role_type role, VisitorStream& stream, Handler&& handler) {
  error_code error;
  teardown(role, stream, error);
  asio::post(stream.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), error));
}

}  // namespace quiver::web
