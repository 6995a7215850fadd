#include "tests/e2e/proxy.hpp"

#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace quiver::tests {

namespace {

void set_no_delay(int socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// The size of the frame at the beginning, header included; 0 if it is not whole yet.
std::size_t whole_frame(const std::string& bytes) {
  if (bytes.size() < wire::kFrameHeader) return 0;
  std::size_t size = 0;
  for (std::size_t k = 0; k < wire::kFrameHeader; ++k)
    size = size << 8U | static_cast<unsigned char>(bytes[k]);
  size += wire::kFrameHeader;
  return bytes.size() >= size ? size : 0;
}

}  // namespace

Proxy::Proxy(const wire::Address& referee, Judge judge, Manner manner)
    : referee_(referee), judge_(std::move(judge)), manner_(std::move(manner)) {
  thread_ = std::thread([this] { run(); });
}

Proxy::~Proxy() {
  listener_.stop();
  thread_.join();
  for (const Pair& pair : pairs_) close(pair);
}

void Proxy::run() {
  while (true) {
    std::vector<pollfd> watched = {{listener_.wake_descriptor(), POLLIN, 0},
                                   {listener_.descriptor(), POLLIN, 0}};
    for (const Pair& pair : pairs_) {
      watched.push_back({pair.bot, POLLIN, 0});
      watched.push_back({pair.referee, POLLIN, 0});
    }
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    if (watched[0].revents != 0) return;
    std::size_t at = 2;
    for (auto pair = pairs_.begin(); pair != pairs_.end(); at += 2) {
      // What the referee said comes first: it may be a goodbye.
      const bool open = (watched[at + 1].revents == 0 || serve(*pair, false)) &&
                        (watched[at].revents == 0 || serve(*pair, true));
      if (!open) close(*pair);
      pair = open ? std::next(pair) : pairs_.erase(pair);
    }
    if (listener_.descriptor() >= 0 && watched[1].revents != 0) accept();
  }
}

void Proxy::accept() {
  const int bot = listener_.accept();
  if (bot < 0) return;
  const Pair pair{++connections_, bot, connect_to_loopback(referee_.port)};
  if (pair.referee < 0) return close(pair);
  set_no_delay(pair.bot);
  set_no_delay(pair.referee);
  pairs_.push_back(pair);
}

bool Proxy::serve(Pair& pair, bool from_bot) {
  std::string& kept = from_bot ? pair.from_bot : pair.from_referee;
  std::string buffer(64U << 10U, '\0');
  const ssize_t got = ::recv(from_bot ? pair.bot : pair.referee, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  kept.append(buffer, 0, static_cast<std::size_t>(got));
  while (const std::size_t size = whole_frame(kept)) {
    const std::string frame = kept.substr(0, size);
    kept.erase(0, size);
    if (!pass_on(pair, from_bot, frame)) return false;
  }
  return true;
}

bool Proxy::pass_on(Pair& pair, bool from_bot, const std::string& frame) {
  const std::string_view payload = std::string_view(frame).substr(wire::kFrameHeader);
  Frame shown;
  shown.connection = pair.number;
  std::optional<wire::ClientMessage> client;
  std::optional<wire::RefereeMessage> referee;
  if (from_bot) {
    if (auto message = wire::decode_client_message(payload)) client = *std::move(message);
    if (client) shown.from_bot = &*client;
  } else {
    if (auto message = wire::decode_referee_message(payload)) referee = *std::move(message);
    if (referee) shown.from_referee = &*referee;
  }
  const Decision decision = judge_(shown);
  if (decision == Decision::kCutForGood) listener_.stop_listening();
  const bool passed = (decision == Decision::kPass || decision == Decision::kCutAfter) &&
                      send_in_pieces(from_bot ? pair.referee : pair.bot, frame);
  if (decision != Decision::kPass) ++cuts_;
  return passed && decision == Decision::kPass;
}

bool Proxy::send_in_pieces(int socket, std::string_view frame) const {
  if (manner_.pieces.empty()) return send_all(socket, frame);
  for (std::size_t k = 0; !frame.empty(); ++k) {
    const std::size_t size = std::min(frame.size(), manner_.pieces[k % manner_.pieces.size()]);
    if (!send_all(socket, frame.substr(0, size))) return false;
    frame.remove_prefix(size);
    if (k == 0) std::this_thread::sleep_for(manner_.stall);
  }
  return true;
}

void Proxy::close(const Pair& pair) {
  ::close(pair.bot);
  if (pair.referee >= 0) ::close(pair.referee);
}

}  // namespace quiver::tests
