// A visitor's TCP connection, with TLS or without, with bounds that hold whatever is read over it: a part of
// beast_server.cpp, for that file alone. What TLS adds is in beast_tls.hpp.
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
#include <optional>
#include <string>
#include <string_view>
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
#include "client_sdk/wire/tls.hpp"
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

  // --- TLS
  // The first byte that the other end sends, which stays to be read; none if it is gone or too slow.
  asio::awaitable<std::optional<char>> first_byte(base::Time deadline);
  // Everything is encrypted from now on. False if the handshake fails or is not done in time; the time that
  // it waits for its turns is not counted.
  asio::awaitable<bool> shake_hands(wire::TlsSession session, base::Time deadline);
  [[nodiscard]] bool is_secure() const { return state_->tls.has_value(); }
  // Sends this if it can be sent at once, and nothing after it. What was half sent before is lost.
  void send_last(std::string_view bytes);
  // Nothing more will be sent: says so, if TLS is spoken. What is received afterwards is not decrypted.
  void end_tls();

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
  auto async_write_some(const Buffers& buffers, Token&& token);

 private:
  // The most that is read in one turn at the throttle, and how long to wait for one.
  static constexpr std::size_t kPiece = 512;
  static constexpr auto kLongestTurn = std::chrono::seconds(60);
  // Of bytes over a WebSocket: at once, and each second.
  static constexpr double kBurst = 64U << 10U;
  static constexpr double kRate = 2U << 10U;

  struct Tls {
    wire::TlsSession session;
    std::string plain = {};   // decrypted, and not read yet: at most what one read of the socket brought
    std::string sealed = {};  // encrypted, and not written yet: at most a record, and TLS's own messages
    bool writing = false;
    bool ended = false;  // nothing more is sent, and what is received is not decrypted
  };

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
    // With TLS: takes what was received, and moves what it decrypted to, at most so many bytes.
    bool unseal(std::string_view ciphertext);
    std::size_t take_plain(char* into, std::size_t most);
    // Writes what the kernel takes now of what is encrypted; false if the connection is broken.
    bool flush();
    [[nodiscard]] bool decrypts() const { return tls && !tls->ended; }
    [[nodiscard]] bool is_at_end() const {
      return decrypts() && tls->plain.empty() && tls->session.peer_closed();
    }

    tcp::socket socket;
    asio::steady_timer timer;
    std::shared_ptr<RequestThrottle> throttle;
    net::AddressKey peer;
    net::AddressKey address;
    std::optional<Tls> tls;
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
    bool refused = false;
  };
  using TurnPtr = std::shared_ptr<Turn>;
  static TurnPtr ask_for_turn(State& state);
  // Until the socket is ready, or the deadline.
  static asio::awaitable<Read> wait_until_readable(StatePtr state, base::Time deadline);

  template <class Buffers>
  struct ReadOp;
  template <class Buffers>
  struct WriteOp;

  StatePtr state_;
};

// --- requests

inline asio::awaitable<VisitorStream::Read> VisitorStream::wait_until_readable(StatePtr state,
                                                                               base::Time deadline) {
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
  if (!failed) co_return Read::kSome;
  co_return state->late ? Read::kLate : Read::kEnd;
}

inline asio::awaitable<VisitorStream::Read> VisitorStream::read_some(std::string& into, std::size_t most,
                                                                     base::Time deadline) {
  static thread_local std::array<char, 16U << 10U> scratch;  // nothing waits between reading and appending
  const StatePtr state = state_;
  while (std::chrono::steady_clock::now() < deadline) {
    if (const std::size_t size = state->take_plain(scratch.data(), std::min(most, scratch.size()))) {
      into.append(scratch.data(), size);
      co_return Read::kSome;
    }
    if (state->is_at_end()) co_return Read::kEnd;
    error_code error;
    const std::size_t room = state->decrypts() ? scratch.size() : std::min(most, scratch.size());
    const std::size_t size = state->socket.read_some(asio::buffer(scratch.data(), room), error);
    if (!error && state->decrypts()) {
      if (!state->unseal({scratch.data(), size})) co_return Read::kEnd;
      continue;
    }
    if (!error) {
      into.append(scratch.data(), size);
      co_return Read::kSome;
    }
    if (error != asio::error::would_block && error != asio::error::try_again) co_return Read::kEnd;
    if (co_await wait_until_readable(state, deadline) == Read::kEnd) co_return Read::kEnd;
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

inline VisitorStream::TurnPtr VisitorStream::ask_for_turn(State& state) {
  const auto turn = std::make_shared<Turn>(state.socket.get_executor());
  const auto on_turn = [turn](bool may) {
    turn->entered = may;
    turn->refused = !may;
    turn->timer.cancel();
  };
  state.throttle->enter(state.address, on_turn, RequestThrottle::Kind::kSocket);
  return turn;
}

template <class Buffers>
struct VisitorStream::ReadOp {
  StatePtr state;
  Buffers buffers;
  TurnPtr turn = nullptr;
  enum { kStart, kLeft, kReadable, kTurn } step = kStart;

  // A composed operation of Asio: called again with each result, and `step` says what was waited for.
  template <class Self>
  void operator()(Self& self, error_code error = {}) {
    if (step == kStart) return start(self);
    if (step == kLeft) return self.complete({}, take_left());
    // A timer that was cancelled means that the turn has come.
    if (error && step == kReadable) return self.complete(error, 0);
    if (step != kTurn) return enter(self);
    if (!turn->entered) return self.complete(asio::error::timed_out, 0);
    read(self);
  }

  template <class Self>
  void start(Self& self) {
    if (!state->tls || state->tls->plain.empty()) return wait(self);
    // More was decrypted than the last read had room for. Not completed here: nobody expects that yet.
    step = kLeft;
    const executor_type executor = state->socket.get_executor();
    asio::post(executor, std::move(self));
  }
  template <class Self>
  void wait(Self& self) {
    step = kReadable;
    tcp::socket& socket = state->socket;
    socket.async_wait(tcp::socket::wait_read, std::move(self));
  }
  template <class Self>
  void enter(Self& self) {
    turn = ask_for_turn(*state);
    if (turn->entered) return read(self);
    step = kTurn;
    const TurnPtr mine = turn;
    mine->timer.expires_after(kLongestTurn);
    mine->timer.async_wait(std::move(self));
  }
  template <class Self>
  void read(Self& self) {
    error_code error;
    std::array<char, kPiece> piece;
    const std::size_t room = state->tls ? kPiece : std::min(beast::buffer_bytes(buffers), kPiece);
    std::size_t size = state->socket.read_some(asio::buffer(piece.data(), room), error);
    if (error == asio::error::would_block || error == asio::error::try_again) return wait(self);
    if (!error && !state->spend(size)) error = asio::error::no_buffer_space;
    const std::shared_ptr<RequestThrottle> throttle = state->throttle;
    const auto began = std::chrono::steady_clock::now();
    const auto count = [&] { throttle->count(std::chrono::steady_clock::now() - began); };
    if (!error && state->tls) {
      if (!state->unseal({piece.data(), size})) error = asio::error::connection_aborted;
      if (!error && state->is_at_end()) error = asio::error::eof;
      size = take_left();
      // Only a part of a record so far.
      if (!error && size == 0) {
        count();
        return wait(self);
      }
    } else {
      asio::buffer_copy(buffers, asio::buffer(piece.data(), size));
    }
    self.complete(error, error ? 0 : size);
    count();
  }
  [[nodiscard]] std::size_t take_left() {
    std::array<char, kPiece> piece;
    const std::size_t size = state->take_plain(piece.data(), std::min(beast::buffer_bytes(buffers), kPiece));
    return asio::buffer_copy(buffers, asio::buffer(piece.data(), size));
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
  stream.end_tls();
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

#include "referee/web/http/beast_tls.hpp"
