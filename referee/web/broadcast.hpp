// Sends the same message to many listeners: messages wait here and go out to a few listeners at a time.
//
// A listener that has not read much of what it was sent before is dropped, so that nothing piles up; it may
// reconnect. One thread.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "referee/web/http/http_server.hpp"

namespace quiver::web {

using PeerPtr = std::shared_ptr<Peer>;

// Who listens to one thing: those who have seen its state, and newcomers who have not.
struct ListenerList {
  std::vector<PeerPtr> informed;
  std::vector<PeerPtr> newcomers;

  [[nodiscard]] bool empty() const { return informed.empty() && newcomers.empty(); }
  [[nodiscard]] std::size_t size() const { return informed.size() + newcomers.size(); }
  void remove(const Peer* peer);
  // The newcomers, who are informed from now on.
  std::vector<PeerPtr> take_newcomers();
};

// Sends the same message to many listeners, a few at a time. A listener that does not read is dropped and not
// waited for.
class Broadcast {
 public:
  static constexpr std::size_t kMostWaiting = 256U << 10U;  // bytes for one listener
  static constexpr std::size_t kAtOnce = 8;                 // listeners in one piece of work,
  static constexpr std::size_t kBytesAtOnce = 32U << 10U;   // fewer if the message is long

  // With `last`, the listeners are closed after the message, with this code of RFC 6455.
  void add(Text message, std::vector<PeerPtr> to, std::uint16_t last = 0);
  // Sends to a few. False if there was nothing to send.
  bool send_some();
  [[nodiscard]] bool empty() const { return deliveries_.empty(); }
  // How many listeners were dropped because they did not read.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Delivery {
    Text message;
    std::vector<PeerPtr> to;
    std::uint16_t last = 0;
    std::size_t done = 0;
  };
  void send(Peer& peer, const Delivery& delivery);

  std::deque<Delivery> deliveries_;
  std::uint64_t dropped_ = 0;
};

}  // namespace quiver::web
