#include "referee/net/transport/connection.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "client_sdk/wire/codec.hpp"
#include "referee/net/transport/arrival.hpp"
#include "referee/net/transport/round_trip.hpp"
#include "referee/net/transport/trace.hpp"

namespace quiver::net {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kPiece = 16 << 10;
constexpr int kMostPieces = 8;

Time now() { return std::chrono::steady_clock::now(); }

}  // namespace

// On a dual-stack socket an IPv4 peer has an IPv4-mapped address, which Asio does not count as loopback.
bool is_loopback(const asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
  return address.is_loopback();
}

Connection::Connection(tcp::socket socket, Owner& owner, std::uint64_t number,
                       std::optional<wire::TlsSession> tls)
    : socket_(std::move(socket)),
      owner_(owner),
      number_(number),
      tls_(std::move(tls)),
      reader_(wire::kMaxHelloFrame) {
  boost::system::error_code ignored;
  socket_.non_blocking(true, ignored);
  // No Nagle algorithm: a move is one small write, and must not wait for the acknowledgement of the last one.
  socket_.set_option(tcp::no_delay(true), ignored);
  ask_for_stamps(socket_.native_handle());
  const auto peer = socket_.remote_endpoint(ignored);
  address_ = ignored ? "?" : peer.address().to_string() + ":" + std::to_string(peer.port());
  origin_ = address_key(peer.address());
  loopback_ = !ignored && net::is_loopback(peer.address());
}

Duration Connection::round_trip() { return round_trip_of(socket_.native_handle()); }

void Connection::start() {
  const auto self = shared_from_this();
  // An exception from the loop is an internal error: it ends this connection and no other.
  auto on_end = [self](std::exception_ptr error) {
    if (error) self->fail(wire::Goodbye::Code::kStopping, "internal error in the referee");
  };
  asio::co_spawn(socket_.get_executor(), read_loop(), std::move(on_end));
}

asio::awaitable<void> Connection::read_loop() {
  const auto self = shared_from_this();
  while (open_) {
    const auto [error] = co_await socket_.async_wait(tcp::socket::wait_read, kTuple);
    if (error) break;
    drain();
  }
}

void Connection::drain() {
  const auto self = shared_from_this();  // a message may end this connection
  std::array<char, kPiece> buffer;
  // At most eight pieces: a peer that keeps sending must not keep the others waiting.
  for (int pieces = 0; open_ && pieces < kMostPieces; ++pieces) {
    const Received got = receive(socket_.native_handle(), buffer.data(), buffer.size(), loopback_);
    if (got.size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got.size < 0) return end({std::nullopt, std::strerror(errno)});
    if (got.size == 0) return end({std::nullopt, "the peer closed the connection"});
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got.size));
    tls_ ? unseal(bytes, got.arrived) : take(bytes, got.arrived);
    // A short read means that the kernel has no more: saves the call that would return EAGAIN.
    if (got.size < static_cast<ssize_t>(buffer.size())) return;
  }
}

void Connection::take(std::string_view bytes, Time received) {
  reader_.feed(bytes);
  while (open_) {
    const wire::FrameReader::Next next = reader_.next();
    if (next.status == wire::FrameReader::Status::kOversized) {
      const std::uint32_t announced = reader_.announced().value_or(0);
      const std::string sentence = "a frame of " + std::to_string(announced) +
                                   " bytes is over the limit of " + std::to_string(reader_.limit());
      if (trace_ != nullptr) trace_->refused(number_, announced, sentence);
      return fail(wire::Goodbye::Code::kOversized, sentence);
    }
    if (next.status == wire::FrameReader::Status::kMore) break;
    partial_since_.reset();
    const auto message = wire::decode_client_message(next.frame);
    if (trace_ != nullptr)
      trace_->received(number_, next.frame, received, message ? "" : message.error().sentence);
    if (!message) return fail(wire::Goodbye::Code::kMalformed, message.error().sentence);
    owner_.on_message(*this, *message, received);
  }
  // With TLS an incomplete record counts as well, or a peer could hold a connection open byte by byte.
  const bool partial = reader_.partial() || (tls_ && tls_->partial());
  if (!open_ || !partial)
    partial_since_.reset();
  else if (!partial_since_)
    partial_since_ = now();
}

void Connection::unseal(std::string_view bytes, Time received) {
  std::string plain;
  // Even if the last record is broken, the frames before it are complete and count.
  const auto taken = tls_->receive(bytes, plain);
  if (tls_->peer_is_plain()) return turn_away_plain();
  tls_->take_output(sealed_);
  if (!sealed_.empty()) push();
  if (open_) take(plain, received);
  if (!taken) return end({std::nullopt, taken.error().sentence});
  if (tls_->peer_closed()) end({std::nullopt, "the peer closed the connection"});
}

void Connection::turn_away_plain() {
  tls_.reset();
  close(wire::Refused{wire::Refused::Code::kTls,
                      "this referee speaks TLS only; write quivers:// for quiver://"});
  owner_.on_closed(*this, {std::nullopt, "it does not speak TLS"});
}

void Connection::queue(const wire::RefereeMessage& message) {
  if (!open_) return;
  const std::size_t before = outbound_.size();
  wire::append_frame(outbound_, message);
  // One large message, such as a long listing, does not show that the peer reads nothing.
  if (outbound_.size() - before > kPiece) allow(outbound_.size() - before);
}

void Connection::flush() {
  if (!open_ || outbound_.empty()) return;
  if (outbound_.size() + sealed_.size() > kMostWaiting + message_budget_)
    return fail(wire::Goodbye::Code::kNotReading, "it does not read its messages");
  push();
}

void Connection::push() {
  // Tries to write at once. A coroutine waits for the socket only if the kernel does not take everything.
  if (writing_ || !hand_over() || !waits()) return;
  writing_ = true;
  stuck_since_ = now();
  const auto self = shared_from_this();
  auto on_end = [self](std::exception_ptr error) {
    if (error) self->fail(wire::Goodbye::Code::kStopping, "internal error in the referee");
  };
  asio::co_spawn(socket_.get_executor(), write_loop(), std::move(on_end));
}

asio::awaitable<void> Connection::write_loop() {
  const auto self = shared_from_this();
  while (open_ && waits()) {
    const auto [error] = co_await socket_.async_wait(tcp::socket::wait_write, kTuple);
    if (error || !hand_over()) break;
  }
  writing_ = false;
}

void Connection::trace_outbound() {
  if (trace_ == nullptr || (tls_ && !tls_->established())) return;
  wire::FrameReader frames(wire::kMaxRefereeFrame);
  // outbound_ may begin inside a frame that is half sent, but traced_ is always the start of one.
  frames.feed(std::string_view(outbound_).substr(traced_));
  for (auto next = frames.next(); next.status == wire::FrameReader::Status::kFrame; next = frames.next())
    trace_->sent(number_, next.frame);
  traced_ = outbound_.size();
}

bool Connection::seal() {
  if (outbound_.empty()) return true;
  if (!tls_->established() || !tls_->send(outbound_, sealed_)) return false;
  outbound_.clear();
  if (outbound_.capacity() > kPiece) outbound_ = {};
  return true;
}

bool Connection::hand_over() {
  trace_outbound();
  if (tls_ && !seal()) return end({std::nullopt, "TLS encryption failed"}), false;
  std::string& waiting = to_kernel();
  std::size_t sent = 0;
  while (sent < waiting.size()) {
    const ssize_t taken = ::send(socket_.native_handle(), waiting.data() + sent, waiting.size() - sent,
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (taken < 0) return end({std::nullopt, std::strerror(errno)}), false;
    sent += static_cast<std::size_t>(taken);
    stuck_since_ = now();
  }
  waiting.erase(0, sent);
  traced_ = trace_ != nullptr ? outbound_.size() : 0;
  if (!waiting.empty()) return true;
  // A large board was sent once; its buffer is not kept for every connection.
  if (waiting.capacity() > kPiece) waiting = {};
  message_budget_ = 0;
  stuck_since_.reset();
  owner_.on_handed_over(*this);
  return open_;
}

void Connection::close(const wire::RefereeMessage& last) {
  if (!open_) return;
  // One attempt: if the kernel does not take it now, the peer is not reading anyway.
  if (!writing_) {
    queue(last);
    trace_outbound();
    if (tls_ && seal()) {
      tls_->close();
      tls_->take_output(sealed_);
    }
    const std::string& waiting = to_kernel();
    const ssize_t ignored =
        ::send(socket_.native_handle(), waiting.data(), waiting.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    static_cast<void>(ignored);
  }
  shut();
}

void Connection::fail(wire::Goodbye::Code code, const std::string& sentence) {
  if (!open_) return;
  const auto self = shared_from_this();
  close(code, sentence);
  owner_.on_closed(*this, {code, sentence});
}

void Connection::shut() {
  open_ = false;
  if (trace_ != nullptr) trace_->closed(number_);
  partial_since_.reset();
  stuck_since_.reset();
  boost::system::error_code ignored;
  // Unread input would make the kernel drop the last message: discards it.
  std::array<char, kPiece> buffer;
  for (int k = 0;
       k < 64 && receive(socket_.native_handle(), buffer.data(), buffer.size(), loopback_).size > 0; ++k) {
  }
  socket_.shutdown(tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

void Connection::end(const Closed& why) {
  if (!open_) return;
  const auto self = shared_from_this();
  shut();
  owner_.on_closed(*this, why);
}

}  // namespace quiver::net
