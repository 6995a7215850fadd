// TLS independent of the transport: takes and returns ciphertext as text; the caller owns the socket.
//
// TLS 1.3 only, without tickets, resumption or early data: nothing that was recorded can be replayed. A
// client checks the certificate's chain, its time and the host's name, always. A failed handshake is
// described by one sentence for people. A context may be shared by threads; a session belongs to one.
// docs/develop/adr/0007 says why it is built like this.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::wire {

// One side of one connection.
class TlsSession {
 public:
  struct State;
  explicit TlsSession(std::unique_ptr<State> state);
  TlsSession(TlsSession&&) noexcept;
  TlsSession& operator=(TlsSession&&) noexcept;
  ~TlsSession();

  // Takes what the peer sent and appends the plaintext in it. After an error the session cannot be used any
  // more; take_output may still have an alert for the peer.
  base::Result<void> receive(std::string_view ciphertext, std::string& plain);
  // Encrypts, and appends the ciphertext; only after the handshake.
  base::Result<void> send(std::string_view plain, std::string& ciphertext);
  // Says that nothing more will be sent.
  void close();
  // Appends TLS's own messages to the peer: handshake, alerts. A client starts with this.
  void take_output(std::string& ciphertext);

  // The handshake is done: send() is allowed, and a client has checked the server's certificate.
  [[nodiscard]] bool established() const;
  // The peer has said that it will send nothing more.
  [[nodiscard]] bool peer_closed() const;
  // A record has arrived in part.
  [[nodiscard]] bool partial() const;
  // The first bytes of the peer are no TLS at all.
  [[nodiscard]] bool peer_is_plain() const;

 private:
  std::unique_ptr<State> state_;
};

// A referee's certificate and key.
class TlsServer {
 public:
  // Both in PEM; after the certificate may stand those that lead to its authority. A key that everybody on
  // this machine can read is refused.
  static base::Result<TlsServer> load(const std::string& certificate, const std::string& key);

  // A new session for one accepted connection. It shares the context; changing the files on disk has no
  // effect on it.
  [[nodiscard]] TlsSession accept() const;
  // A sentence if clients will refuse the certificate at this time; else empty.
  [[nodiscard]] std::string warning() const;

 private:
  struct Context;
  std::shared_ptr<const Context> context_;
};

// Whom a client trusts.
class TlsClient {
 public:
  // A file of authorities in PEM that replaces the system's; empty: the system's, or those of SSL_CERT_FILE
  // and SSL_CERT_DIR in the environment.
  static base::Result<TlsClient> make(const std::string& authorities);

  // To the host of that name or address, which its certificate has to have.
  [[nodiscard]] TlsSession connect(const std::string& host) const;

 private:
  struct Context;
  std::shared_ptr<const Context> context_;
};

}  // namespace quiver::wire
