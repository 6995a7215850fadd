#include "tests/e2e/tls_stage.hpp"

#include <filesystem>

namespace quiver::tests {

namespace {

constexpr auto kPatience = std::chrono::seconds(120);

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
    : connection_(
          wire::ClientConnection::open(address, kPatience, wire::TlsClient::make(ca).value()).value()) {}

std::optional<wire::RefereeMessage> SealedVisitor::receive() {
  while (true) {
    const auto next = connection_.next(kPatience);
    if (next.status == wire::ClientConnection::Status::kNothing) throw std::runtime_error("nothing comes");
    if (next.status == wire::ClientConnection::Status::kLost) return std::nullopt;
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
