#include "referee/net/transport/arrival.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace quiver::net {

namespace {

using base::Duration;
using base::Time;

// The longest tick that Linux can be built with.
constexpr auto kTick = std::chrono::milliseconds(10);
// A stamp that is this much older than the latest segment cannot be right.
constexpr auto kImpossible = std::chrono::milliseconds(100);

// The kernel stamps with the calendar clock; converted by the current difference of the two clocks.
Time monotonic(const timespec& stamp) {
  timespec calendar{};
  clock_gettime(CLOCK_REALTIME, &calendar);
  const Time read = base::clock_now();
  const Duration age = std::chrono::seconds(calendar.tv_sec - stamp.tv_sec) +
                       std::chrono::nanoseconds(calendar.tv_nsec - stamp.tv_nsec);
  return age.count() > 0 ? read - age : read;
}

std::optional<Time> stamp_in(msghdr& message) {
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one)) {
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SO_TIMESTAMPNS) continue;
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(one), sizeof stamp);
    return monotonic(stamp);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Segments> segments_of(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  // An older kernel fills in less of the struct and says so by its size.
  constexpr std::size_t kEnd = offsetof(tcp_info, tcpi_rcv_ooopack) + sizeof info.tcpi_rcv_ooopack;
  if (size < kEnd) return std::nullopt;
  return Segments{info.tcpi_rcv_ooopack > 0, std::chrono::milliseconds(info.tcpi_last_data_recv)};
}

std::optional<Time> believed(std::optional<Time> stamp, const std::optional<Segments>& before, bool all,
                             Time now) {
  if (!stamp || !before || before->reordered) return std::nullopt;
  // A read that took everything ended with the latest segment, so its stamp can be checked against that one.
  if (all && *stamp < now - before->since_in_order - kImpossible) return std::nullopt;
  return std::min(*stamp, now);
}

Time latest(const std::optional<Segments>& after, Time now) {
  // The kernel counts in ticks of its clock and rounds: the tick is charged to the sender.
  return after ? now - std::max<Duration>(after->since_in_order - kTick, Duration{0}) : now;
}

void ask_for_stamps(int socket) {
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

// The kernel is asked before the read. If nothing was out of order then, what is read has arrived in order,
// except for what arrived between the two calls, which is no older than the first. If the stamp is not
// reliable, the kernel is asked again after the read, because the bytes that made the rest readable may have
// arrived between the two calls, too.
Received receive(int socket, char* to, std::size_t room, bool in_order) {
  iovec piece{to, room};
  alignas(cmsghdr) std::array<char, 128> control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const std::optional<Segments> before = in_order ? Segments{} : segments_of(socket);
  Received got;
  do got.size = recvmsg(socket, &message, MSG_DONTWAIT);
  while (got.size < 0 && errno == EINTR);
  if (got.size <= 0) return got;
  const std::optional<Time> stamp = stamp_in(message);
  const bool all = static_cast<std::size_t>(got.size) < room;
  const auto stamped = believed(stamp, before, all, base::clock_now());
  got.arrived = stamped ? *stamped : latest(segments_of(socket), base::clock_now());
  return got;
}

}  // namespace quiver::net
