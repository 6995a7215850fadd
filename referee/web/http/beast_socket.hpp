// A WebSocket on Boost.Beast, and how callbacks are waited for: a part of beast_server.cpp, for that file
// alone.
//
// A socket keeps itself alive while something is under way. Messages to be sent wait in a queue; one is
// written at a time. The queue counts in the budget of all visitors; whoever makes that overflow is dropped.
// The listener's on_closed() is called once, whatever the cause. Lives on the thread of the io_context.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/websocket.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/web/http/beast_reader.hpp"
#include "referee/web/http/beast_stream.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/http/memory_budget.hpp"

namespace quiver::web {

// An answer by a callback, now or later, as something to co_await. If the callback is destroyed without being
// called, the coroutine that waits is cancelled with its connection.
template <class T>
class Promise {
 public:
  explicit Promise(const asio::any_io_executor& executor) : state_(std::make_shared<State>(executor)) {}
  [[nodiscard]] std::function<void(T)> resolver() const {
    return [state = state_](T value) {
      // Only the first call counts.
      if (state->value) return;
      state->value.emplace(std::move(value));
      state->arrived.cancel();
    };
  }
  asio::awaitable<std::optional<T>> get() {
    const auto state = state_;
    if (!state->value) co_await state->arrived.async_wait(kTuple);
    co_return std::move(state->value);
  }

 private:
  struct State {
    explicit State(const asio::any_io_executor& executor) : arrived(executor) {
      arrived.expires_after(std::chrono::minutes(1));
    }
    asio::steady_timer arrived;
    std::optional<T> value;
  };
  std::shared_ptr<State> state_;
};

class Socket;

// Everybody who is connected.
struct Connections {
  std::size_t count = 0;
  std::unordered_set<Socket*> sockets;
};
using ConnectionsPtr = std::shared_ptr<Connections>;

// A WebSocket that is open. Keeps itself alive while something is under way.
class Socket final : public Peer, public std::enable_shared_from_this<Socket> {
 public:
  Socket(const VisitorStream& stream, ListenerPtr listener, ConnectionsPtr connections,
         MemoryBudgetPtr memory, const HttpServer::Limits& limits);
  ~Socket();

  // Accepts the upgrade, then reads until the end. The listener's on_closed is the last call, also if the
  // handshake failed.
  asio::awaitable<void> run(RawRequest request);
  void abandon();  // the server is being destroyed

  void send(Text message) override;
  [[nodiscard]] std::size_t waiting() const override {
    return writing_ ? waiting_ - queue_.front()->size() : waiting_;
  }
  [[nodiscard]] bool is_sending() const { return open_ && (writing_ || closing_); }
  void close(std::uint16_t code, const std::string& reason) override;
  void drop() override;

 private:
  void write();
  void on_written(const error_code& error);
  void say_goodbye();
  asio::awaitable<void> read();

  websocket::stream<VisitorStream> stream_;
  net::AddressKey address_;
  ListenerPtr listener_;
  ConnectionsPtr connections_;
  MemoryBudgetPtr memory_;
  std::deque<Text> queue_;
  std::size_t waiting_ = 0;
  bool open_ = false;
  bool writing_ = false;
  bool closing_ = false;  // a Close is on its way
  std::optional<websocket::close_reason> goodbye_;
};

inline Socket::Socket(const VisitorStream& stream, ListenerPtr listener, ConnectionsPtr connections,
                      MemoryBudgetPtr memory, const HttpServer::Limits& limits)
    : stream_(stream),
      address_(stream.address()),
      listener_(std::move(listener)),
      connections_(std::move(connections)),
      memory_(std::move(memory)) {
  connections_->sockets.insert(this);
  stream_.read_message_max(limits.message);
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = std::chrono::seconds(10);
  timeout.idle_timeout = std::chrono::duration_cast<std::chrono::steady_clock::duration>(limits.silence);
  timeout.keep_alive_pings = true;
  stream_.set_option(timeout);
  stream_.text(true);
  stream_.auto_fragment(false);  // one write for each message, however long
  // Each is answered, which costs about as much as a request.
  stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    if (kind == websocket::frame_type::ping) stream_.next_layer().throttle().count({});
  });
}

inline Socket::~Socket() {
  connections_->sockets.erase(this);
  // What was never written still counts in the budget.
  for (const Text& message : queue_) memory_->release(message);
}

inline asio::awaitable<void> Socket::run(RawRequest request) {
  const auto [error] = co_await stream_.async_accept(request, kTuple);
  request = {};
  if (!error && listener_) {
    // An exception of the listener ends this connection, and on_closed follows as for any other end.
    try {
      open_ = true;
      listener_->on_open(shared_from_this());
      co_await read();
    } catch (const std::exception&) {
      drop();
    }
  }
  open_ = false;
  if (const ListenerPtr listener = std::exchange(listener_, nullptr)) listener->on_closed();
}

inline asio::awaitable<void> Socket::read() {
  beast::flat_buffer buffer;
  while (true) {
    const auto [error, size] = co_await stream_.async_read(buffer, kTuple);
    if (error || !listener_) co_return;
    const std::string message = beast::buffers_to_string(buffer.data());
    buffer.consume(buffer.size());
    if (!stream_.got_text())
      close(websocket::close_code::unknown_data, "only text messages are accepted");
    else if (!goodbye_)
      listener_->on_text(message);
  }
}

inline void Socket::send(Text message) {
  if (!open_ || goodbye_) return;
  if (!memory_->hold(address_, message)) return drop();
  waiting_ += message->size();
  queue_.push_back(std::move(message));
  write();
}

inline void Socket::write() {
  if (writing_ || queue_.empty()) return;
  writing_ = true;
  stream_.async_write(
      asio::buffer(*queue_.front()),
      [self = shared_from_this()](const error_code& error, std::size_t) { self->on_written(error); });
}

inline void Socket::on_written(const error_code& error) {
  writing_ = false;
  if (error) return drop();
  waiting_ -= queue_.front()->size();
  memory_->release(queue_.front());
  queue_.pop_front();
  if (queue_.empty() && goodbye_) return say_goodbye();
  write();
}

inline void Socket::close(std::uint16_t code, const std::string& reason) {
  if (!open_ || goodbye_) return;
  goodbye_ = websocket::close_reason(static_cast<websocket::close_code>(code), base::cut(reason, 120));
  if (queue_.empty()) say_goodbye();
}

inline void Socket::say_goodbye() {
  if (std::exchange(closing_, true)) return;
  stream_.async_close(*goodbye_, [self = shared_from_this()](const error_code&) {});
}

// Nothing runs any more that could send a message: the whole frame goes out now, or not at all.
inline void Socket::abandon() {
  // A Close frame by hand, RFC 6455: FIN and opcode 8, two bytes of payload, status 1001.
  static constexpr std::array<unsigned char, 4> kGoingAway = {0x88, 2, 1001 >> 8, 1001 & 0xff};
  listener_.reset();
  error_code ignored;
  if (open_ && !writing_ && !closing_) {
    beast::get_lowest_layer(stream_).non_blocking(true,
                                                  ignored);  // or it would wait for one who does not read
    stream_.next_layer().send_last({reinterpret_cast<const char*>(kGoingAway.data()), kGoingAway.size()});
  }
  drop();
}

inline void Socket::drop() {
  open_ = false;
  stream_.next_layer().close();
}

}  // namespace quiver::web
