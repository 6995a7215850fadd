#include "tests/e2e/loopback_listener.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace quiver::tests {

namespace {

void close_if_open(int& descriptor) {
  if (const int one = std::exchange(descriptor, -1); one >= 0) ::close(one);
}

}  // namespace

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

int connect_to_loopback(std::uint16_t port) {
  int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    close_if_open(socket);
  return socket;
}

LoopbackListener::LoopbackListener() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, any, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, any, &size) != 0 || ::pipe2(wake_, O_CLOEXEC) != 0)
    throw std::runtime_error("cannot listen on this machine");
  port_ = ntohs(address.sin_port);
}

LoopbackListener::~LoopbackListener() {
  stop_listening();
  stop();
  close_if_open(wake_[0]);
}

int LoopbackListener::accept() const { return ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC); }

void LoopbackListener::stop_listening() { close_if_open(listener_); }

void LoopbackListener::wake() const {
  if (::write(wake_[1], "w", 1) != 1) throw std::runtime_error("nobody can be woken");
}

void LoopbackListener::stop() { close_if_open(wake_[1]); }

}  // namespace quiver::tests
