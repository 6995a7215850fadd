#include "tests/e2e/tls_stage.hpp"

#include <filesystem>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/e2e/loopback_listener.hpp"

namespace quiver::tests {

namespace {

constexpr int kTimeout = 120'000;  // milliseconds

}  // namespace

TlsStage::TlsStage() : ca_(file("ca.pem", authority_.certificate())) {}

Arguments TlsStage::certified(const Certified& certified) const {
  const std::string certificate = file("cert.pem", certified.certificate);
  const std::string key = file("key.pem", certified.key);
  std::filesystem::permissions(key, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  return {"--tls-cert", certificate, "--tls-key", key};
}

Daemon& TlsStage::serve(const Arguments& more) {
  return daemon_.emplace(*this, Arguments{"--no-pairing"} + certified(authority_.issue()) + more);
}

Arguments TlsStage::bot_arguments(const std::string& url, const std::string& name) const {
  return {"--connect", url, "--token", token_of(name), "--ca", ca_};
}

std::size_t TlsStage::count(const std::string& text) {
  const std::string log = daemon_->program().err();
  std::size_t found = 0;
  for (std::size_t at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) ++found;
  return found;
}

SealedVisitor::SealedVisitor(const wire::Address& address, const std::string& ca)
    : socket_(connect_to_loopback(address.port)),
      tls_(wire::TlsClient::make(ca).value().connect(address.host)) {
  while (!tls_.established()) {
    std::string bytes;
    tls_.take_output(bytes);
    send_sealed(bytes);
    if (!tls_.established() && !read_more()) throw std::runtime_error("the handshake failed");
  }
  std::string last;
  tls_.take_output(last);
  send_sealed(last);
}

SealedVisitor::~SealedVisitor() { ::close(socket_); }

void SealedVisitor::send_sealed(const std::string& bytes) const {
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void SealedVisitor::send_bytes(std::string_view plain) {
  std::string sealed;
  if (!tls_.send(plain, sealed)) throw std::runtime_error("TLS encryption failed");
  send_sealed(sealed);
}

bool SealedVisitor::read_more() {
  pollfd watched{socket_, POLLIN, 0};
  if (::poll(&watched, 1, kTimeout) != 1) throw std::runtime_error("nothing comes");
  std::string buffer(64U << 10U, '\0');
  const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  plain_.clear();
  const auto taken = tls_.receive({buffer.data(), static_cast<std::size_t>(got)}, plain_);
  if (!taken) throw std::runtime_error(taken.error().sentence);
  frames_.feed(plain_);
  return true;
}

std::optional<wire::RefereeMessage> SealedVisitor::receive() {
  while (true) {
    const wire::FrameReader::Next next = frames_.next();
    if (next.status != wire::FrameReader::Status::kFrame) {
      if (tls_.peer_closed() || !read_more()) return std::nullopt;
      continue;
    }
    auto message = wire::decode_referee_message(next.frame);
    if (!message) throw std::runtime_error("no message: " + message.error().sentence);
    if (const auto* ping = std::get_if<wire::Ping>(&*message)) {
      send(wire::Pong{ping->number});
      continue;
    }
    return *std::move(message);
  }
}

wire::Welcome SealedVisitor::enter(const std::string& name) {
  wire::Hello hello;
  hello.name = name;
  hello.token = token_of(name);
  hello.games = {"connect4"};
  send(hello);
  return await<wire::Welcome>();
}

}  // namespace quiver::tests
