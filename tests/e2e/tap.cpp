#include "tests/e2e/tap.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace quiver::tests {

Tap::Tap(const wire::Address& referee) : referee_(referee) {
  thread_ = std::thread([this] { run(); });
}
Tap::Tap(std::string answer) : answer_(std::move(answer)) {
  thread_ = std::thread([this] { run(); });
}

Tap::~Tap() {
  listener_.stop();
  thread_.join();
  for (const Pair& pair : pairs_) close(pair);
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
  listener_.wake();
}

void Tap::run() {
  while (true) {
    std::vector<pollfd> watched = {{listener_.wake_descriptor(), POLLIN, 0},
                                   {listener_.descriptor(), POLLIN, 0}};
    for (const Pair& pair : pairs_) {
      watched.push_back({pair.bot, POLLIN, 0});
      watched.push_back({pair.referee, POLLIN, 0});
    }
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    char word = 0;
    if (watched[0].revents != 0 && ::read(listener_.wake_descriptor(), &word, 1) != 1) return;
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
  Pair pair{listener_.accept(), -1};
  if (pair.bot < 0) return;
  if (referee_) {
    pair.referee = connect_to_loopback(referee_->port);
    if (pair.referee < 0) return close(pair);
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
