#include "tests/bench/load.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/bench/processes.hpp"

namespace quiver::bench {

using std::chrono::steady_clock;

Load::Load(bool stamps) : stamps_(stamps), epoll_(epoll_create1(EPOLL_CLOEXEC)) {}

Load::~Load() {
  for (const int socket : sockets_) close(socket);
  close(epoll_);
}

void Load::open(std::uint16_t port) {
  const int socket = connect_to(port);
  if (stamps_) {
    const int on = 1;
    setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  }
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = sockets_.size();
  epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event);
  sockets_.push_back(socket);
}

void Load::send(std::size_t connection, std::string_view bytes) { send_all(sockets_[connection], bytes); }

std::string_view Load::receive(std::size_t connection, base::Time& when) {
  if (!stamps_) {
    const ssize_t got = recv(sockets_[connection], buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN)) throw std::runtime_error("a connection was closed");
    return {buffer_.data(), static_cast<std::size_t>(got < 0 ? 0 : got)};
  }
  iovec piece{buffer_.data(), buffer_.size()};
  alignas(cmsghdr) std::array<char, 128> control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t got = recvmsg(sockets_[connection], &message, MSG_DONTWAIT);
  if (got == 0 || (got < 0 && errno != EAGAIN)) throw std::runtime_error("a connection was closed");
  when = steady_clock::now();
  timespec calendar{};
  clock_gettime(CLOCK_REALTIME, &calendar);
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one))
    if (one->cmsg_level == SOL_SOCKET && one->cmsg_type == SO_TIMESTAMPNS) {
      timespec stamp{};
      std::memcpy(&stamp, CMSG_DATA(one), sizeof stamp);
      when -= std::chrono::seconds(calendar.tv_sec - stamp.tv_sec) +
              std::chrono::nanoseconds(calendar.tv_nsec - stamp.tv_nsec);
    }
  return {buffer_.data(), static_cast<std::size_t>(got < 0 ? 0 : got)};
}

}  // namespace quiver::bench
