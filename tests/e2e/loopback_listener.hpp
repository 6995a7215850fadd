// A listening socket on a free port of this machine, and a pipe that wakes whoever waits for it: what stands
// between a bot and the referee begins with these two.
#pragma once

#include <cstdint>
#include <netinet/in.h>

namespace quiver::tests {

sockaddr_in loopback(std::uint16_t port);

// A socket that is connected to this port of this machine, or -1.
int connect_to_loopback(std::uint16_t port);

class LoopbackListener {
 public:
  LoopbackListener();
  ~LoopbackListener();
  LoopbackListener(const LoopbackListener&) = delete;
  LoopbackListener& operator=(const LoopbackListener&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  // -1 after stop_listening().
  [[nodiscard]] int descriptor() const { return listener_; }
  // The next connection, or -1.
  [[nodiscard]] int accept() const;
  void stop_listening();

  // Readable after wake(), and at its end after stop().
  [[nodiscard]] int wake_descriptor() const { return wake_[0]; }
  void wake() const;
  void stop();

 private:
  int listener_ = -1;
  int wake_[2] = {-1, -1};
  std::uint16_t port_ = 0;
};

}  // namespace quiver::tests
