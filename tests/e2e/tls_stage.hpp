// A daemon that speaks TLS with a certificate of the test's own, and peers that speak it too.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/wire/tls.hpp"
#include "tests/e2e/certificates.hpp"
#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

class TlsStage : public Stage {
 protected:
  TlsStage();

  // Writes the daemon's certificate; the arguments with which it is used.
  Arguments certified(const Certified& certified) const;
  // A daemon that the authority vouches for.
  Daemon& serve(const Arguments& more = {});
  Program& start_bot(const Arguments& arguments) {
    return start(bundled_bot_path("connect4-random"), arguments);
  }
  // The arguments of a bot that finds the daemon by TLS and trusts the authority.
  [[nodiscard]] Arguments bot_arguments(const std::string& url, const std::string& name) const;

  // How often the daemon's log says so.
  [[nodiscard]] std::size_t count(const std::string& text);

  Authority authority_;
  std::string ca_;  // the path of its certificate
  std::optional<Daemon> daemon_;
};

// As a Visitor, over TLS: what it waits for comes, or it throws.
class SealedVisitor {
 public:
  SealedVisitor(const wire::Address& address, const std::string& ca);
  ~SealedVisitor();
  SealedVisitor(const SealedVisitor&) = delete;
  SealedVisitor& operator=(const SealedVisitor&) = delete;

  void send(const wire::ClientMessage& message) { send_bytes(Visitor::frame_of(message)); }
  // All in one write.
  void send_bytes(std::string_view plain);
  // None: the referee has hung up.
  std::optional<wire::RefereeMessage> receive();
  // The referee ended TLS, as it should before it hangs up.
  [[nodiscard]] bool said_goodbye() const { return tls_.peer_closed(); }
  wire::Welcome enter(const std::string& name);
  template <class Message>
  Message await() {
    while (auto message = receive())
      if (auto* wanted = std::get_if<Message>(&*message)) return std::move(*wanted);
    throw std::runtime_error("the connection was closed");
  }

 private:
  // False: the referee has hung up.
  bool read_more();
  void send_sealed(const std::string& bytes) const;

  int socket_ = -1;
  wire::TlsSession tls_;
  wire::FrameReader frames_{wire::kMaxRefereeFrame};
  std::string plain_;
};

}  // namespace quiver::tests
