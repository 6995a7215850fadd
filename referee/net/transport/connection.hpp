// One connection, TCP with or without TLS: reads and writes frames, without blocking.
//
// The owner gets whole messages with the time of their arrival at this machine (arrival.hpp); with TLS that
// is the arrival of the ciphertext that completed the message. Outgoing messages are queued and passed to the
// kernel in one write. An error of the peer closes the connection, and the owner is notified once. Lives on
// the thread of its io_context; keeps itself alive while it is open.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/frame.hpp"
#include "client_sdk/wire/messages.hpp"
#include "client_sdk/wire/tls.hpp"
#include "referee/net/transport/connection_limiter.hpp"

namespace quiver::net {

class Trace;

using base::Duration;
using base::Time;

// Belongs to this machine; IPv4 inside IPv6 counts as IPv4.
bool is_loopback(const boost::asio::ip::address& address);

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // Why a connection ended. Without a code: the peer closed it, or the network did.
  struct Closed {
    std::optional<wire::Goodbye::Code> code;
    std::string sentence;
  };
  class Owner {
   public:
    // `received`: when its last byte arrived, by arrival.hpp.
    virtual void on_message(Connection& from, const wire::ClientMessage& message, Time received) = 0;
    // Called once, unless the owner itself closed it.
    virtual void on_closed(Connection& connection, const Closed& why) = 0;
    // The kernel has taken all that was queued.
    virtual void on_handed_over(Connection& connection) = 0;

   protected:
    ~Owner() = default;
  };

  // `owner` must outlive it. `number` names the connection in the trace and in the owner's tables. With
  // `tls`, the handshake happens while reading; the peer is the client.
  Connection(boost::asio::ip::tcp::socket socket, Owner& owner, std::uint64_t number,
             std::optional<wire::TlsSession> tls = std::nullopt);

  // Traces everything from now on; null: nothing. The trace must outlive the connection.
  void set_trace(Trace* trace) { trace_ = trace; }
  // Starts to read.
  void start();

  // Queues a message; flush() sends what is queued. Whole frames may be appended to outbound() directly.
  void queue(const wire::RefereeMessage& message);
  std::string& outbound() { return outbound_; }
  // Allows so many more bytes in the queue, until it is empty again.
  void allow(std::size_t bytes) { message_budget_ += bytes; }
  // Passes to the kernel what it takes now; the rest follows when the socket is writable. Closes the
  // connection if too much is waiting. May call on_handed_over before it returns.
  void flush();

  // The peer is authenticated: its frames may have the full size of docs/write-a-bot/protocol.md.
  void allow_long_frames() { reader_.set_limit(wire::kMaxClientFrame); }

  // Reads what has arrived by now and passes on the messages, a bounded number of bytes at a time. Never
  // blocks. The connection may be closed afterwards.
  void drain();

  // Sends a last message, if that is still possible, and closes; the owner is not notified.
  void close(const wire::RefereeMessage& last);
  void close(wire::Goodbye::Code code, const std::string& sentence) { close(wire::Goodbye{code, sentence}); }
  // Sends a Goodbye and closes; the owner is notified.
  void fail(wire::Goodbye::Code code, const std::string& sentence);

  // Closes without a message, as a network failure would; the owner is notified.
  void break_off() { end({std::nullopt, "broken off"}); }

  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] bool is_loopback() const { return loopback_; }
  [[nodiscard]] const AddressKey& origin() const { return origin_; }
  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // The shortest round trip that the kernel measured lately; 0 if it measured none.
  [[nodiscard]] Duration round_trip();
  // How many queued bytes the kernel has not taken.
  [[nodiscard]] std::size_t waiting() const { return outbound_.size() + sealed_.size(); }
  // Since when a frame is incomplete, and since when the peer does not read what is queued for it.
  [[nodiscard]] std::optional<Time> partial_since() const { return partial_since_; }
  [[nodiscard]] std::optional<Time> stuck_since() const { return stuck_since_; }
  // The referee was stalled for this time, which does not count against the peer.
  void forgive(Duration time, Time now) {
    if (partial_since_) partial_since_ = std::min(*partial_since_ + time, now);
    if (stuck_since_) stuck_since_ = std::min(*stuck_since_ + time, now);
  }

 private:
  static constexpr std::size_t kMostWaiting = 1 << 20;

  boost::asio::awaitable<void> read_loop();
  boost::asio::awaitable<void> write_loop();
  // Splits plain bytes into frames and passes the messages on.
  void take(std::string_view bytes, Time received);
  // The same for ciphertext.
  void unseal(std::string_view bytes, Time received);
  // The peer speaks no TLS on a port with TLS: tells it so in plain text.
  void turn_away_plain();
  // Writes what is queued, now or when the socket is writable.
  void push();
  // Encrypts what is queued; false if that fails.
  bool seal();
  // Passes to the kernel what it takes; false if the connection broke.
  bool hand_over();
  // The bytes that go to the kernel next.
  std::string& to_kernel() { return tls_ ? sealed_ : outbound_; }
  // Writes frames of outbound_ to the trace that are not in it yet.
  void trace_outbound();
  // Something is queued that the kernel has not taken.
  [[nodiscard]] bool waits() const { return !outbound_.empty() || !sealed_.empty(); }
  // Closes the socket. What the kernel has taken is still sent.
  void shut();
  void end(const Closed& why);

  boost::asio::ip::tcp::socket socket_;
  Owner& owner_;
  std::uint64_t number_;
  std::string address_;
  AddressKey origin_{};
  bool loopback_ = false;
  std::optional<wire::TlsSession> tls_;
  wire::FrameReader reader_;
  std::string outbound_;
  std::string sealed_;  // with TLS: encrypted, and not taken by the kernel yet
  std::size_t message_budget_ = 0;
  Trace* trace_ = nullptr;
  std::size_t traced_ = 0;  // how much of outbound_ has been traced
  bool open_ = true;
  bool writing_ = false;  // write_loop waits for the kernel
  std::optional<Time> partial_since_;
  std::optional<Time> stuck_since_;
};

}  // namespace quiver::net
