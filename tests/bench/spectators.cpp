#include "tests/bench/spectators.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "tests/bench/processes.hpp"

namespace quiver::bench {

namespace {

// RFC 6455, section 5.2.
constexpr unsigned kClose = 8;
constexpr unsigned kPing = 9;

// The page takes only so many from one address, and it is not that limit that is measured.
constexpr std::size_t kFromOneAddress = 1000;

struct Frame {
  unsigned kind;
  bool last;  // of its message
  std::string_view payload;
  std::size_t size;  // with its head
};

// The first of these bytes, if it is whole. A server's frames are not masked.
std::optional<Frame> first_frame(std::string_view bytes) {
  const auto at = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
  if (bytes.size() < 2) return std::nullopt;
  std::size_t head = 2;
  std::uint64_t size = at(1) & 0x7fU;
  if (size >= 126) {
    const std::size_t more = size == 126 ? 2 : 8;
    if (bytes.size() < head + more) return std::nullopt;
    size = 0;
    for (std::size_t k = 0; k < more; ++k) size = size << 8U | at(head + k);
    head += more;
  }
  if (bytes.size() < head + size) return std::nullopt;
  return Frame{at(0) & 0x0fU, (at(0) & 0x80U) != 0, bytes.substr(head, size), head + size};
}

// A client's frame of this kind with nothing in it, masked by zeros.
void answer(int socket, unsigned kind) {
  const std::array<char, 6> frame = {static_cast<char>(0x80U | kind), static_cast<char>(0x80U)};
  send(socket, frame.data(), frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

std::string get(std::uint16_t port, const std::string& path) {
  const int socket = connect_to(port);
  send_all(socket, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  std::string all;
  std::array<char, 16 << 10> buffer;
  for (ssize_t got = 0; (got = recv(socket, buffer.data(), buffer.size(), 0)) > 0;)
    all.append(buffer.data(), static_cast<std::size_t>(got));
  close(socket);
  const std::size_t body = all.find("\r\n\r\n");
  if (body == std::string::npos) throw std::runtime_error("the page does not answer");
  return all.substr(body + 4);
}

std::uint64_t number_after(std::string_view text, std::string_view what) {
  const std::size_t found = text.find(what);
  std::uint64_t number = 0;
  if (found == std::string_view::npos) throw std::runtime_error("the page does not say " + std::string(what));
  std::from_chars(text.data() + found + what.size(), text.data() + text.size(), number);
  return number;
}

Spectators::Spectators(std::uint16_t port, const std::string& path, std::size_t readers, std::size_t silent)
    : epoll_(epoll_create1(EPOLL_CLOEXEC)), all_(readers + silent), thread_([this, port, path, silent] {
        try {
          run(port, path, silent);
        } catch (const std::exception& error) {
          std::fprintf(stderr, "spectators failed: %s\n", error.what());
        }
      }) {}

Spectators::~Spectators() {
  leaving_ = true;
  if (thread_.joinable()) thread_.join();
  for (const One& one : all_)
    if (one.socket >= 0) close(one.socket);
  close(epoll_);
}

void Spectators::connect(One& one, std::uint16_t port, const std::string& path, bool silent) {
  const auto number = static_cast<std::size_t>(&one - all_.data());
  one.socket = connect_to(port, static_cast<std::uint8_t>(1 + number / kFromOneAddress));
  send_all(one.socket,
           "GET " + path +
               " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
  if (silent) {
    const int little = 4096;
    setsockopt(one.socket, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    return;
  }
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &one;
  epoll_ctl(epoll_, EPOLL_CTL_ADD, one.socket, &event);
}

void Spectators::run(std::uint16_t port, const std::string& path, std::size_t silent) {
  setpriority(PRIO_PROCESS, 0, 19);  // of this thread alone
  for (std::size_t k = 0; k < all_.size(); ++k) connect(all_[k], port, path, k < silent);
  std::array<epoll_event, 256> events;
  while (!leaving_) {
    const int ready = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 20);
    for (int k = 0; k < ready; ++k) receive(*static_cast<One*>(events[static_cast<std::size_t>(k)].data.ptr));
  }
}

void Spectators::receive(One& one) {
  std::array<char, 64 << 10> buffer;
  const ssize_t got = recv(one.socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) return hang_up(one);
  one.unread.append(buffer.data(), static_cast<std::size_t>(got));
  if (!one.let_in) {
    const std::size_t end = one.unread.find("\r\n\r\n");
    if (end == std::string::npos) return;
    one.refused = one.unread.starts_with("HTTP/1.1 503 ");
    one.let_in = one.unread.starts_with("HTTP/1.1 101 ");
    if (!one.let_in) return hang_up(one);
    one.unread.erase(0, end + 4);
    received_ += one.unread.size();
  } else {
    received_ += static_cast<std::uint64_t>(got);
  }
  read_frames(one);
}

void Spectators::hang_up(One& one) {
  close(std::exchange(one.socket, -1));
  if (one.refused)
    ++refused_;
  else if (!one.told_end)
    ++ended_;
}

void Spectators::read_frames(One& one) {
  std::size_t done = 0;
  while (const auto frame = first_frame(std::string_view(one.unread).substr(done))) {
    done += frame->size;
    if (frame->kind == kPing) {
      answer(one.socket, kPing + 1);
    } else if (frame->kind == kClose) {
      one.told_end = true;
      ++ended_;
      answer(one.socket, kClose);
    } else {
      one.message += frame->payload;
      if (frame->last) read_message(one, std::exchange(one.message, std::string()));
    }
  }
  one.unread.erase(0, done);
}

void Spectators::read_message(One& one, std::string_view message) {
  constexpr std::string_view kNumber = "\"number\":";  // of a step
  for (std::size_t at = message.find(kNumber); at != std::string_view::npos;
       at = message.find(kNumber, at + kNumber.size()))
    one.orderly = one.orderly && number_after(message.substr(at), kNumber) == one.steps++;
  if (one.messages++ == 0) ++informed_;
}

Spectators::Seen Spectators::leave(std::uint32_t steps) {
  leaving_ = true;
  thread_.join();
  Seen seen;
  for (const One& one : all_) {
    if (one.told_end && one.orderly && one.steps == steps) ++seen.complete;
    if (one.let_in) seen.messages.push_back(one.messages);
  }
  return seen;
}

}  // namespace quiver::bench
