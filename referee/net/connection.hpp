// One connection, TCP with or without TLS: frames in, frames out, and nothing that blocks.
//
// Reading gives whole messages with the time at which they reached this machine (arrival.hpp), so that a busy
// referee does not make a bot late. Writing collects what is due and hands it to the kernel in one piece.
// Whatever a peer does wrong ends its own connection and is told to the owner, once. With TLS the time is
// that of the ciphertext that made a message whole. Lives on the thread of its io_context; keeps itself alive
// while it is open.
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
#include "referee/net/connection_limiter.hpp"

namespace quiver::net {

class Trace;

using base::Duration;
using base::Time;

// Of this machine, as IPv4 inside IPv6 too.
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
    // `received`: when its last byte had arrived, as arrival.hpp says.
    virtual void on_message(Connection& from, const wire::ClientMessage& message, Time received) = 0;
    // Called once, unless the owner itself closed it.
    virtual void on_closed(Connection& connection, const Closed& why) = 0;
    // All that was to be sent has been handed to the kernel.
    virtual void on_handed_over(Connection& connection) = 0;

   protected:
    ~Owner() = default;
  };

  Connection(boost::asio::ip::tcp::socket socket, Owner& owner, std::uint64_t number,
             std::optional<wire::TlsSession> tls = std::nullopt);

  // Everything that goes over it from now on is written there, if there is a trace. It must outlive it.
  void set_trace(Trace* trace) { trace_ = trace; }
  // Begins to read.
  void start();

  // What is due for this peer; flush() hands it over. Text may be appended directly: whole frames only.
  void queue(const wire::RefereeMessage& message);
  std::string& outbound() { return outbound_; }
  // More may wait for this peer than usual, until it has taken it all.
  void allow(std::size_t bytes) { message_budget_ += bytes; }
  void flush();

  // It has said who it is: its frames may have the size that docs/write-a-bot/protocol.md allows.
  void allow_long_frames() { reader_.set_limit(wire::kMaxClientFrame); }

  // Reads what has arrived by now.
  void drain();

  // Sends a last message, if there is still a way to, and closes; the owner is not told.
  void close(const wire::RefereeMessage& last);
  void close(wire::Goodbye::Code code, const std::string& sentence) { close(wire::Goodbye{code, sentence}); }
  // Says goodbye and closes; the owner is told.
  void fail(wire::Goodbye::Code code, const std::string& sentence);

  // Closes without a word, as a broken network would; the owner is told.
  void break_off() { end({std::nullopt, "broken off"}); }

  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] bool is_loopback() const { return loopback_; }
  [[nodiscard]] const AddressKey& origin() const { return origin_; }
  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // The shortest that the kernel has seen lately; 0 if it has seen none.
  [[nodiscard]] Duration round_trip();
  // How many bytes are due and the kernel has not taken.
  [[nodiscard]] std::size_t waiting() const { return outbound_.size() + sealed_.size(); }
  // When an incomplete frame began, and since when the peer has not taken what waits for it.
  [[nodiscard]] std::optional<Time> partial_since() const { return partial_since_; }
  [[nodiscard]] std::optional<Time> stuck_since() const { return stuck_since_; }
  // So much of that time is not the peer's fault.
  void forgive(Duration time, Time now) {
    if (partial_since_) partial_since_ = std::min(*partial_since_ + time, now);
    if (stuck_since_) stuck_since_ = std::min(*stuck_since_ + time, now);
  }

 private:
  static constexpr std::size_t kMostWaiting = 1 << 20;

  boost::asio::awaitable<void> read_loop();
  boost::asio::awaitable<void> write_loop();
  void take(std::string_view bytes, Time received);
  // The same for ciphertext.
  void unseal(std::string_view bytes, Time received);
  // Somebody without TLS at a port that has it: told so in the clear.
  void turn_away_plain();
  void push();
  // Encrypts what is due; false if that cannot be done.
  bool seal();
  // Hands over what the kernel takes; false if the connection broke.
  bool hand_over();
  // What goes to the kernel as it is.
  std::string& to_kernel() { return tls_ ? sealed_ : outbound_; }
  void trace_outbound();
  // Something is due that the kernel has not got yet.
  [[nodiscard]] bool waits() const { return !outbound_.empty() || !sealed_.empty(); }
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
  std::string sealed_;  // with TLS: encrypted, and not handed over yet
  std::size_t message_budget_ = 0;
  Trace* trace_ = nullptr;
  std::size_t traced_ = 0;  // how much of what is outbound the trace has
  bool open_ = true;
  bool writing_ = false;  // write_loop waits for the kernel
  std::optional<Time> partial_since_;
  std::optional<Time> stuck_since_;
};

}  // namespace quiver::net
