#include "bots/host/so/line.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <sys/socket.h>

namespace quiver::bots::host {

namespace {

bool send_bytes(int line, const void* bytes, std::size_t size) {
  const char* next = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = send(line, next, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool receive_bytes(int line, void* bytes, std::size_t size) {
  char* next = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t count = recv(line, next, size, MSG_WAITALL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

template <class Sequence>
bool send_sequence(int line, const Sequence& values) {
  const std::uint64_t count = values.size();
  return send_bytes(line, &count, sizeof count) &&
         send_bytes(line, values.data(), values.size() * sizeof(typename Sequence::value_type));
}

template <class Sequence>
bool receive_sequence(int line, Sequence& values) {
  std::uint64_t count = 0;
  if (!receive_bytes(line, &count, sizeof count)) return false;
  values.resize(count);
  return receive_bytes(line, values.data(), values.size() * sizeof(typename Sequence::value_type));
}

// How a message begins.
struct Head {
  Call call = Call::kLoad;
  std::uint32_t failed = 0;
  std::uint32_t numbers = 0;
  std::uint32_t text = 0;

  [[nodiscard]] bool fits() const {
    return call <= Call::kFinalize && failed <= 1 && numbers <= kMaxNumbers && text <= kMaxText;
  }
};

}  // namespace

bool send_terms(int line, const Terms& terms) {
  return send_sequence(line, terms.library) && send_bytes(line, &terms.game, sizeof terms.game) &&
         send_bytes(line, &terms.id, sizeof terms.id) && send_sequence(line, terms.row_starts) &&
         send_sequence(line, terms.columns) && send_sequence(line, terms.directions) &&
         send_sequence(line, terms.pieces[0]) && send_sequence(line, terms.pieces[1]) &&
         send_bytes(line, &terms.walls, sizeof terms.walls);
}

bool receive_terms(int line, Terms& terms) {
  return receive_sequence(line, terms.library) && receive_bytes(line, &terms.game, sizeof terms.game) &&
         receive_bytes(line, &terms.id, sizeof terms.id) && receive_sequence(line, terms.row_starts) &&
         receive_sequence(line, terms.columns) && receive_sequence(line, terms.directions) &&
         receive_sequence(line, terms.pieces[0]) && receive_sequence(line, terms.pieces[1]) &&
         receive_bytes(line, &terms.walls, sizeof terms.walls);
}

std::string encode(const Message& message) {
  const std::size_t length = std::min(message.text.size(), kMaxText);
  const Head head{message.call, message.failed ? 1U : 0U, static_cast<std::uint32_t>(message.numbers.size()),
                  static_cast<std::uint32_t>(length)};
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes.append(reinterpret_cast<const char*>(message.numbers.data()),
               message.numbers.size() * sizeof(std::uint64_t));
  bytes.append(message.text, 0, length);
  return bytes;
}

std::optional<Message> decode(const std::string& bytes) {
  Head head;
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (!head.fits()) throw std::runtime_error("player corrupted the channel to its host");
  const std::size_t numbers = head.numbers * sizeof(std::uint64_t);
  if (bytes.size() < sizeof head + numbers + head.text) return std::nullopt;
  Message message{head.call, head.failed != 0, Numbers(head.numbers),
                  bytes.substr(sizeof head + numbers, head.text)};
  if (numbers > 0) std::memcpy(message.numbers.data(), bytes.data() + sizeof head, numbers);
  return message;
}

bool send_message(int line, const Message& message) {
  const std::string bytes = encode(message);
  return send_bytes(line, bytes.data(), bytes.size());
}

bool receive_message(int line, Message& message) {
  Head head;
  std::string bytes(sizeof head, '\0');
  if (!receive_bytes(line, bytes.data(), sizeof head)) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (!head.fits()) return false;
  bytes.resize(sizeof head + head.numbers * sizeof(std::uint64_t) + head.text);
  if (!receive_bytes(line, bytes.data() + sizeof head, bytes.size() - sizeof head)) return false;
  message = *decode(bytes);
  return true;
}

}  // namespace quiver::bots::host
