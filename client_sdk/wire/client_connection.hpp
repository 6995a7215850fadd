// One connection to a referee, in whole messages: TCP, with TLS where the address asks for it. Plain blocking
// sockets, one thread.
//
// An address with TLS never falls back to plain TCP: nothing is sent before the referee's certificate is
// checked. send() does not report errors: what the referee still sent can be read, and then next() reports
// that the connection is lost. So a loss is noticed in one place only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/address.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"
#include "client_sdk/wire/tls.hpp"

namespace quiver::wire {

class ClientConnection {
 public:
  // Tries every address that the host has, for at most so long each; `handshake`, or as long again, is for
  // that of TLS, which a busy referee may be late with. Without `trust` the system's authorities count.
  static base::Result<ClientConnection> open(const Address& address, base::Duration most,
                                             const std::optional<TlsClient>& trust = std::nullopt,
                                             std::optional<base::Duration> handshake = std::nullopt);

  ClientConnection(ClientConnection&& other) noexcept;
  ClientConnection& operator=(ClientConnection&& other) noexcept;
  ~ClientConnection();

  // Blocks until the kernel has taken it or the send timeout has passed. A loss shows in next() only.
  void send(const ClientMessage& message);

  // kNothing: the time ran out. kLost: the other side is gone, or sent a frame over the limit.
  enum class Status { kFrame, kNothing, kLost };
  struct Next {
    Status status = Status::kNothing;
    std::string_view frame;  // valid until the next call of next
    base::Time read_at;      // when its last bytes were read
  };
  // The next frame, or kNothing if there is none after `most`; without it, waits as long as it takes.
  Next next(std::optional<base::Duration> most);

  // Readable when there is more to read, or the other side is gone: for whoever waits for something else too.
  [[nodiscard]] int descriptor() const { return socket_; }

  // Sends nothing more and waits a moment until the referee has read everything and closed the connection.
  // Closing at once could discard what was sent last.
  void finish();

 private:
  explicit ClientConnection(int socket) : socket_(socket), frames_(kMaxRefereeFrame) {}

  base::Result<void> shake_hands(base::Duration most);
  bool send_bytes(std::string_view bytes) const;
  // Sends pending TLS output; false if that failed.
  bool send_sealed();
  // False: nothing came in time.
  [[nodiscard]] bool wait_readable(std::optional<base::Time> until) const;
  // False: the other side is gone.
  bool read_more();

  int socket_ = -1;
  std::optional<TlsSession> tls_;
  FrameReader frames_;
  std::string buffer_;
  std::string plain_;   // what TLS made of it
  bool ended_ = false;  // TLS has come to its end, whatever the socket says
  base::Time read_at_;
};

}  // namespace quiver::wire
