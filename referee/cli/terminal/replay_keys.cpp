#include "referee/cli/terminal/replay_keys.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"

namespace quiver::cli {

using std::chrono::milliseconds;

namespace {

constexpr char kEscape = '\x1b';
constexpr milliseconds kFastest{16};
constexpr milliseconds kSlowest{64'000};

}  // namespace

void ReplayControl::press(std::string_view bytes) {
  const std::string all = rest_ + std::string(bytes);
  std::string_view left = all;
  while (!left.empty() && take_key(left)) continue;
  // A code may come in two reads: its beginning waits for the rest.
  rest_ = left.size() < 16 ? std::string(left) : "";  // no code is that long
}

bool ReplayControl::take_key(std::string_view& bytes) {
  if (bytes[0] != kEscape) {
    take_letter(bytes[0]);
    bytes.remove_prefix(1);
    return true;
  }
  if (bytes.size() == 1) return false;
  if (bytes[1] != '[' && bytes[1] != 'O') {  // Escape alone, then something else
    bytes.remove_prefix(1);
    return true;
  }
  const auto is_last = [](char c) { return c >= '@' && c <= '~'; };
  const auto end = std::find_if(bytes.begin() + 2, bytes.end(), is_last);
  if (end == bytes.end()) return false;
  const auto size = static_cast<std::size_t>(end - bytes.begin()) + 1;
  take_code(bytes.substr(2, size - 2));
  bytes.remove_prefix(size);
  return true;
}

void ReplayControl::take_code(std::string_view code) {
  typed_.clear();
  if (code == "C" || code == "B" || code == "6~") return move(code == "6~" ? 10 : 1);
  if (code == "D" || code == "A" || code == "5~") return move(code == "5~" ? -10 : -1);
  if (code == "H" || code == "1~" || code == "7~") return jump(0);
  if (code == "F" || code == "4~" || code == "8~") return jump(length_);
}

void ReplayControl::take_letter(char c) {
  if (c >= '0' && c <= '9') {
    if (typed_.size() < 9) typed_ += c;
    return;
  }
  const std::string digits = std::exchange(typed_, "");
  switch (c) {
    case ' ':
    case 'n':
    case 'l':
      return move(1);
    case 'p':
    case 'h':
      return move(-1);
    case '^':
      return jump(0);
    case '$':
      return jump(length_);
    case 'g':
    case '\r':
    case '\n':
      if (!digits.empty()) jump(std::stoul(digits));
      return;
    case '+':
      return change_pace(true);
    case '-':
      return change_pace(false);
    case 's':
      playing_ = !playing_ && at_ < length_;
      return;
    case 'q':
      quit_ = true;
      return;
    default:
      return;
  }
}

void ReplayControl::move(std::ptrdiff_t by) {
  const auto to = static_cast<std::ptrdiff_t>(at_) + by;
  jump(static_cast<std::size_t>(std::max<std::ptrdiff_t>(to, 0)));
}

// Whoever steps by hand does not want it to go on by itself.
void ReplayControl::jump(std::size_t to) {
  playing_ = false;
  at_ = std::min(to, length_);
}

void ReplayControl::change_pace(bool faster) {
  pace_ = faster ? pace_ / 2 : pace_ * 2;
  pace_ = std::clamp<base::Duration>(pace_, kFastest, kSlowest);
}

void ReplayControl::tick() {
  if (!playing_) return;
  if (at_ < length_) ++at_;
  playing_ = at_ < length_;
}

std::string ReplayControl::help() const {
  const std::string pace = base::format_duration(pace_);
  if (!typed_.empty()) return "go to move " + typed_ + ": press g";
  return "arrows n p: step | home end | 12g: move 12 | s: " + std::string(playing_ ? "stop" : "play") +
         " | + -: " + pace + " | q: quit";
}

}  // namespace quiver::cli
