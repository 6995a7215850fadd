#include "tests/e2e/tap.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace quiver::tests {

namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

}  // namespace

Tap::Tap(const wire::Address& referee) : referee_(referee) { listen(); }
Tap::Tap(std::string answer) : answer_(std::move(answer)) { listen(); }

void Tap::listen() {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, any, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, any, &size) != 0 || ::pipe2(wake_, O_CLOEXEC) != 0)
    throw std::runtime_error("the tap cannot listen");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { run(); });
}

Tap::~Tap() {
  ::close(std::exchange(wake_[1], -1));
  thread_.join();
  for (const Pair& pair : pairs_) close(pair);
  ::close(listener_);
  ::close(wake_[0]);
}

std::string Tap::from_bots() const {
  const std::lock_guard lock(mutex_);
  return from_bots_;
}

unsigned Tap::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

void Tap::cut() {
  {
    const std::lock_guard lock(mutex_);
    cut_ = true;
  }
  if (::write(wake_[1], "c", 1) != 1) throw std::runtime_error("the tap is gone");
}

void Tap::run() {
  while (true) {
    std::vector<pollfd> watched = {{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const Pair& pair : pairs_) {
      watched.push_back({pair.bot, POLLIN, 0});
      watched.push_back({pair.referee, POLLIN, 0});
    }
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    char word = 0;
    if (watched[0].revents != 0 && ::read(wake_[0], &word, 1) != 1) return;
    bool cut = false;
    {
      const std::lock_guard lock(mutex_);
      cut = std::exchange(cut_, false);
    }
    std::size_t at = 2;
    for (auto pair = pairs_.begin(); pair != pairs_.end(); at += 2) {
      const bool open = !cut && (watched[at + 1].revents == 0 || pass(*pair, false)) &&
                        (watched[at].revents == 0 || pass(*pair, true));
      if (!open) close(*pair);
      pair = open ? std::next(pair) : pairs_.erase(pair);
    }
    if (watched[1].revents != 0) accept();
  }
}

void Tap::accept() {
  Pair pair{::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC), -1};
  if (pair.bot < 0) return;
  if (referee_) {
    pair.referee = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(referee_->port);
    if (::connect(pair.referee, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      return close(pair);
  } else {
    ::send(pair.bot, answer_.data(), answer_.size(), MSG_NOSIGNAL);
  }
  pairs_.push_back(pair);
  const std::lock_guard lock(mutex_);
  ++connections_;
}

bool Tap::pass(const Pair& pair, bool from_bot) {
  std::string buffer(64U << 10U, '\0');
  const ssize_t got = ::recv(from_bot ? pair.bot : pair.referee, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  const std::string_view bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(got));
  if (from_bot) {
    const std::lock_guard lock(mutex_);
    from_bots_ += bytes;
  }
  const int to = from_bot ? pair.referee : pair.bot;
  return to < 0 || ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == got;
}

void Tap::close(const Pair& pair) {
  ::close(pair.bot);
  if (pair.referee >= 0) ::close(pair.referee);
}

}  // namespace quiver::tests
