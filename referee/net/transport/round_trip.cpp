#include "referee/net/transport/round_trip.hpp"

#include <cstddef>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace quiver::net {

base::Duration round_trip_of(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return base::Duration{0};
  // The kernel says ~0 for a connection on which nothing was measured yet.
  constexpr std::size_t kEnd = offsetof(tcp_info, tcpi_min_rtt) + sizeof info.tcpi_min_rtt;
  const bool measured = size >= kEnd && info.tcpi_min_rtt != ~0U;
  return measured ? std::chrono::microseconds(info.tcpi_min_rtt) : base::Duration{0};
}

}  // namespace quiver::net
