// Somebody on the line between a bot and the referee: passes bytes on as they come, keeps a copy, and can
// cut.
//
// Without a referee behind it, it is an impostor that answers everybody with the same bytes. A thread of its
// own.
#pragma once

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "client_sdk/wire/address.hpp"
#include "tests/e2e/loopback_listener.hpp"

namespace quiver::tests {

class Tap {
 public:
  explicit Tap(const wire::Address& referee);
  explicit Tap(std::string answer);
  ~Tap();
  Tap(const Tap&) = delete;
  Tap& operator=(const Tap&) = delete;

  // Where bots find it; with TLS if they should think so.
  [[nodiscard]] std::string url(bool tls = true) const {
    return wire::Address{"127.0.0.1", listener_.port(), tls}.url();
  }
  // Everything that came from bots so far, on all connections.
  [[nodiscard]] std::string from_bots() const;
  [[nodiscard]] unsigned connections() const;
  // Ends all connections there are; new ones are taken.
  void cut();

 private:
  struct Pair {
    int bot = -1;
    int referee = -1;  // none: an impostor
  };

  void run();
  void accept();
  // False if the pair is to be closed.
  bool pass(const Pair& pair, bool from_bot);
  static void close(const Pair& pair);

  std::optional<wire::Address> referee_;
  std::string answer_;
  LoopbackListener listener_;
  std::list<Pair> pairs_;

  mutable std::mutex mutex_;  // for what follows
  std::string from_bots_;
  unsigned connections_ = 0;
  bool cut_ = false;

  std::thread thread_;
};

}  // namespace quiver::tests
