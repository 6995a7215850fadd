#include "client_sdk/wire/client_connection.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Duration;
using base::Result;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t kBufferSize = 64U << 10U;
constexpr Duration kGoodbye = std::chrono::milliseconds(500);

using Hosts = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

void set(int socket, int level, int option, int value) {
  setsockopt(socket, level, option, &value, sizeof value);
}

// A send that is stuck for that long counts as a loss; so does a peer that is gone without a word.
void set_up(int socket, Duration most) {
  const auto micros = std::chrono::ceil<std::chrono::microseconds>(most).count();
  const timeval limit{static_cast<time_t>(micros / 1'000'000), static_cast<suseconds_t>(micros % 1'000'000)};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);  // counts for connect too
  set(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set(socket, IPPROTO_TCP, TCP_KEEPIDLE, 10);
  set(socket, IPPROTO_TCP, TCP_KEEPINTVL, 5);
  set(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

// The socket, or -1 with errno set.
int connect_to(const addrinfo& host, Duration most) {
  const int socket = ::socket(host.ai_family, host.ai_socktype | SOCK_CLOEXEC, host.ai_protocol);
  if (socket < 0) return -1;
  set_up(socket, most);
  if (::connect(socket, host.ai_addr, host.ai_addrlen) == 0) return socket;
  const int error = errno == EINPROGRESS ? ETIMEDOUT : errno;
  ::close(socket);
  errno = error;
  return -1;
}

// Tries the addresses in the order of getaddrinfo, one after the other. The error is that of the last one.
Result<int> connect_to_any(const Address& address, Duration most) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed = getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &wanted, &found);
  if (failed != 0)
    return bad_input("the host " + base::quoted(address.host) + " is unknown: " + gai_strerror(failed));
  const Hosts hosts(found, &freeaddrinfo);
  for (const addrinfo* host = found; host != nullptr; host = host->ai_next)
    if (const int socket = connect_to(*host, most); socket >= 0) return socket;
  return bad_input("cannot connect to " + address.url() + ": " + std::generic_category().message(errno));
}

ssize_t receive(int socket, std::string& buffer) {
  buffer.resize(kBufferSize);
  ssize_t got = 0;
  do got = ::recv(socket, buffer.data(), buffer.size(), 0);
  while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

Result<ClientConnection> ClientConnection::open(const Address& address, Duration most,
                                                const std::optional<TlsClient>& trust,
                                                std::optional<Duration> handshake) {
  const auto socket = connect_to_any(address, most);
  if (!socket) return socket.error();
  ClientConnection connection(*socket);
  if (!address.tls) return connection;
  const auto trusted = trust ? Result<TlsClient>(*trust) : TlsClient::make("");
  if (!trusted) return trusted.error();
  connection.tls_.emplace(trusted->connect(address.host));
  if (auto done = connection.shake_hands(handshake.value_or(most)); !done)
    return bad_input("cannot connect to " + address.url() + ": " + done.error().sentence);
  return connection;
}

// The reserve keeps `plain_` on the heap: `frames_` holds a view of it, and a short string stored inside the
// object would change its address when the connection is moved.
Result<void> ClientConnection::shake_hands(Duration most) {
  const base::Time until = steady_clock::now() + most;
  plain_.reserve(kBufferSize);
  while (true) {
    send_sealed();
    if (tls_->established()) break;
    if (!wait_readable(until)) return bad_input("the TLS handshake was not done in time");
    const ssize_t got = receive(socket_, buffer_);
    if (got <= 0)
      return bad_input("it closed the connection during the TLS handshake; it may have too many connections");
    const auto taken = tls_->receive({buffer_.data(), static_cast<std::size_t>(got)}, plain_);
    if (taken) continue;
    send_sealed();  // tells the other side why
    if (tls_->peer_is_plain()) return bad_input("it does not speak TLS; quivers:// is for referees that do");
    return taken.error();
  }
  read_at_ = steady_clock::now();
  frames_.feed(plain_);
  return {};
}

ClientConnection::ClientConnection(ClientConnection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      tls_(std::move(other.tls_)),
      frames_(std::move(other.frames_)),
      buffer_(std::move(other.buffer_)),
      plain_(std::move(other.plain_)),
      ended_(other.ended_),
      read_at_(other.read_at_) {}

ClientConnection& ClientConnection::operator=(ClientConnection&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(tls_, other.tls_);
  std::swap(frames_, other.frames_);
  std::swap(buffer_, other.buffer_);
  std::swap(plain_, other.plain_);
  ended_ = other.ended_;
  read_at_ = other.read_at_;
  return *this;
}

ClientConnection::~ClientConnection() {
  if (socket_ >= 0) ::close(socket_);
}

// MSG_NOSIGNAL: a peer that is gone is an error to handle, not a SIGPIPE that ends the bot.
bool ClientConnection::send_bytes(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool ClientConnection::send_sealed() {
  std::string sealed;
  tls_->take_output(sealed);
  return send_bytes(sealed);
}

void ClientConnection::send(const ClientMessage& message) {
  std::string frame;
  append_frame(frame, message);
  std::string sealed;
  const bool sent = tls_ ? tls_->send(frame, sealed) && send_bytes(sealed) : send_bytes(frame);
  if (!sent) ::shutdown(socket_, SHUT_RDWR);  // next gives what is still there, then says that it is lost
}

// EINTR must not extend the wait, so the time left is computed anew. The clamp keeps it within poll's int.
bool ClientConnection::wait_readable(std::optional<base::Time> until) const {
  pollfd watched{socket_, POLLIN, 0};
  while (true) {
    int millis = -1;
    if (until) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - steady_clock::now()).count();
      millis = static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
    }
    const int ready = ::poll(&watched, 1, millis);
    if (ready != 0 && (ready > 0 || errno != EINTR)) return true;
    if (ready == 0 && steady_clock::now() >= *until) return false;
  }
}

// A TLS error sets `ended_` but is not returned at once: the frames that were decrypted before it still
// count.
bool ClientConnection::read_more() {
  const ssize_t got = receive(socket_, buffer_);
  if (got <= 0) return false;
  read_at_ = steady_clock::now();
  const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
  if (!tls_) {
    frames_.feed(bytes);
    return true;
  }
  plain_.clear();
  const auto taken = tls_->receive(bytes, plain_);
  ended_ = !taken || tls_->peer_closed();
  send_sealed();
  frames_.feed(plain_);
  return true;
}

ClientConnection::Next ClientConnection::next(std::optional<Duration> most) {
  const auto until = most ? std::optional(steady_clock::now() + *most) : std::nullopt;
  while (true) {
    const FrameReader::Next next = frames_.next();
    if (next.status == FrameReader::Status::kFrame) return {Status::kFrame, next.frame, read_at_};
    if (next.status == FrameReader::Status::kOversized || ended_) return {Status::kLost, {}, read_at_};
    if (!wait_readable(until)) return {Status::kNothing, {}, read_at_};
    if (!read_more()) return {Status::kLost, {}, read_at_};
  }
}

void ClientConnection::finish() {
  if (tls_) {
    tls_->close();
    send_sealed();
  }
  ::shutdown(socket_, SHUT_WR);
  const base::Time until = steady_clock::now() + kGoodbye;
  while (wait_readable(until))
    if (receive(socket_, buffer_) <= 0) return;
}

}  // namespace quiver::wire
