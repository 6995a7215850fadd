#include "referee/launch/supervisor/private_listener.hpp"

#include <cstring>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace quiver::launch {

namespace {

// Connections that wait to be accepted; a bot needs one.
constexpr int kWaiting = 16;

}  // namespace

bool switch_loopback_on() {
  const Descriptor any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!any) return false;
  ifreq loopback{};
  std::strncpy(loopback.ifr_name, "lo", sizeof loopback.ifr_name - 1);
  if (ioctl(any.get(), SIOCGIFFLAGS, &loopback) != 0) return false;
  loopback.ifr_flags = static_cast<short>(loopback.ifr_flags | IFF_UP | IFF_RUNNING);
  return ioctl(any.get(), SIOCSIFFLAGS, &loopback) == 0;
}

Descriptor open_private_listener() {
  Descriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!listener) return listener;
  sockaddr_in here{};
  here.sin_family = AF_INET;
  // Port 0: the kernel chooses a free one.
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 ||
      listen(listener.get(), kWaiting) != 0)
    return {};
  return listener;
}

std::uint16_t port_of(const Descriptor& listener) {
  sockaddr_in here{};
  socklen_t size = sizeof here;
  if (getsockname(listener.get(), reinterpret_cast<sockaddr*>(&here), &size) != 0) return 0;
  return ntohs(here.sin_port);
}

}  // namespace quiver::launch
