// Somebody at the other end of a connection to the referee who says exactly what a test wants said, bytes
// included. Blocks; throws std::runtime_error if what it waits for does not come. One thread.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/wire/address.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"

namespace quiver::tests {

class Visitor {
 public:
  // `buffer`: how much the kernel keeps for it unread, in bytes; 0: as usual.
  explicit Visitor(const wire::Address& address, int buffer = 0);
  ~Visitor() { close(); }
  Visitor(Visitor&& other) noexcept;
  Visitor& operator=(Visitor&&) = delete;

  void send(const wire::ClientMessage& message) { send_bytes(frame_of(message)); }
  // Sends it in one segment with the end of the connection, then closes: a referee that stops a bot as soon
  // as it has moved does not stop it before it has closed.
  void send_and_close(const wire::ClientMessage& message);
  // What cannot be sent any more is not.
  void send_bytes(std::string_view bytes) const;
  static std::string frame_of(const wire::ClientMessage& message);
  void shut_writing() const;
  void close();
  // Closes so that the other end cannot send any more either.
  void reset();

  // The next message; none: the referee has hung up. Pings are answered and not shown.
  std::optional<wire::RefereeMessage> receive();

  // The next message is one of these.
  template <class Message>
  Message expect() {
    const auto message = receive();
    if (message && std::holds_alternative<Message>(*message)) return std::get<Message>(*message);
    throw std::runtime_error(message ? "another message came: number " + std::to_string(message->index())
                                     : "the connection was closed");
  }
  // The next one of these; whatever comes before is skipped.
  template <class Message>
  Message await() {
    while (auto message = receive())
      if (auto* wanted = std::get_if<Message>(&*message)) return std::move(*wanted);
    throw std::runtime_error("the connection was closed");
  }
  // Reads to the end.
  void await_end() {
    while (receive()) {
    }
  }

  // Says Hello and takes the answer.
  wire::Welcome enter(const std::string& name, const std::string& token, std::vector<std::string> games,
                      const std::string& resume_key = "");
  wire::Refused be_refused(const std::string& name, const std::string& token,
                           const std::string& resume_key = "");

 private:
  int socket_ = -1;
  wire::FrameReader frames_{wire::kMaxRefereeFrame};
  std::string buffer_;
};

}  // namespace quiver::tests
