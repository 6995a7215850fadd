#include "tests/e2e/visitor.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace quiver::tests {

namespace {

constexpr int kTimeout = 120'000;  // milliseconds

}  // namespace

Visitor::Visitor(const wire::Address& address, int buffer)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (buffer > 0) setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
  const int yes = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(address.port);
  if (inet_pton(AF_INET, address.host.c_str(), &to.sin_addr) != 1 ||
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    close();
    throw std::runtime_error("cannot connect to " + address.url());
  }
}

Visitor::Visitor(Visitor&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      frames_(std::move(other.frames_)),
      buffer_(std::move(other.buffer_)) {}

std::string Visitor::frame_of(const wire::ClientMessage& message) {
  std::string frame;
  wire::append_frame(frame, message);
  return frame;
}

void Visitor::send_bytes(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Visitor::send_and_close(const wire::ClientMessage& message) {
  const int yes = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_CORK, &yes, sizeof yes);
  send(message);
  close();
}

void Visitor::shut_writing() const { ::shutdown(socket_, SHUT_WR); }

void Visitor::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

void Visitor::reset() {
  const linger at_once{1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

std::optional<wire::RefereeMessage> Visitor::receive() {
  while (true) {
    const wire::FrameReader::Next next = frames_.next();
    if (next.status == wire::FrameReader::Status::kFrame) {
      auto message = wire::decode_referee_message(next.frame);
      if (!message) throw std::runtime_error("no message: " + message.error().sentence);
      if (const auto* ping = std::get_if<wire::Ping>(&*message)) {
        send(wire::Pong{ping->number});
        continue;
      }
      return *std::move(message);
    }
    pollfd watched{socket_, POLLIN, 0};
    if (::poll(&watched, 1, kTimeout) != 1) throw std::runtime_error("nothing comes");
    buffer_.resize(64U << 10U);
    const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return std::nullopt;
    frames_.feed(std::string_view(buffer_).substr(0, static_cast<std::size_t>(got)));
  }
}

wire::Welcome Visitor::enter(const std::string& name, const std::string& token,
                             std::vector<std::string> games, const std::string& resume_key) {
  wire::Hello hello;
  hello.name = name;
  hello.token = token;
  hello.games = std::move(games);
  hello.resume_key = resume_key;
  send(hello);
  return expect<wire::Welcome>();
}

wire::Refused Visitor::be_refused(const std::string& name, const std::string& token,
                                  const std::string& resume_key) {
  wire::Hello hello;
  hello.name = name;
  hello.token = token;
  hello.games = {"connect4"};
  hello.resume_key = resume_key;
  send(hello);
  const auto refused = expect<wire::Refused>();
  if (receive()) throw std::runtime_error("something came after Refused");
  return refused;
}

}  // namespace quiver::tests
