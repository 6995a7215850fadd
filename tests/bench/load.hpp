// Many connections held by one thread with epoll: the load that the referee and the plain server both get.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <sys/epoll.h>
#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::bench {

class Load {
 public:
  // With stamps, take() is told when the kernel got the bytes; otherwise when they were read.
  explicit Load(bool stamps = false);
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  // Opens a connection to this machine; they are numbered from 0.
  void open(std::uint16_t port);
  void send(std::size_t connection, std::string_view bytes);

  // Waits for bytes, at most so long, and calls take(connection, bytes, when) for each piece that is there.
  template <class Take>
  void wait(int millis, Take&& take) {
    const int ready = epoll_wait(epoll_, events_.data(), static_cast<int>(events_.size()), millis);
    for (int k = 0; k < ready; ++k) {
      const auto connection = static_cast<std::size_t>(events_[static_cast<std::size_t>(k)].data.u64);
      base::Time when;
      const std::string_view bytes = receive(connection, when);
      if (!bytes.empty()) take(connection, bytes, when);
    }
  }

 private:
  std::string_view receive(std::size_t connection, base::Time& when);

  bool stamps_;
  int epoll_;
  std::vector<int> sockets_;
  std::array<epoll_event, 512> events_;
  std::array<char, 32 << 10> buffer_;
};

}  // namespace quiver::bench
