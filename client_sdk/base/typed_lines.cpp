#include "client_sdk/base/typed_lines.hpp"

#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace quiver::base {

// One byte a read: a buffer could swallow input that belongs to the next reader of the descriptor. The other
// descriptor has priority, so a person typing cannot delay the referee's messages.
TypedLines::Line TypedLines::next(int other) {
  while (true) {
    std::array<pollfd, 2> watched = {pollfd{input_, POLLIN, 0}, pollfd{other, POLLIN, 0}};
    const int ready = poll(watched.data(), watched.size(), -1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return {Got::kEnd, ""};
    if (watched[1].revents != 0) return {Got::kOther, ""};
    char c = 0;
    const ssize_t got = read(input_, &c, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    // A terminal that is gone gives an error instead of an end. What has no line end counts as a line.
    if (got <= 0 && partial_.empty()) return {Got::kEnd, ""};
    if (got <= 0 || c == '\n')
      return {std::exchange(too_long_, false) ? Got::kTooLong : Got::kLine, std::exchange(partial_, "")};
    if (partial_.size() < kLongest)
      partial_ += c;
    else
      too_long_ = true;
  }
}

std::string tidied(const std::string& line) {
  std::string out;
  for (const char c : line) {
    const bool space = c == ' ' || c == '\t' || c == '\r';
    if (space && !out.empty() && out.back() != ' ') out += ' ';
    if (space || static_cast<unsigned char>(c) < ' ' || c == '\x7f') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace quiver::base
