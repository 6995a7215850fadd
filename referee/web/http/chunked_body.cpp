#include "referee/web/http/chunked_body.hpp"

#include <algorithm>
#include <charconv>

namespace quiver::web {

namespace {

constexpr std::size_t kMostDigits = 8;

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  });
}

}  // namespace

ChunkedBody::State ChunkedBody::take(std::string& input, std::string& body) {
  std::string_view rest = input;
  State state = State::kMore;
  while (state == State::kMore && !rest.empty()) {
    if (part_ == Part::kContent)
      take_content(rest, body);
    else if (!take_line(rest, state))
      break;
  }
  input.erase(0, input.size() - rest.size());
  return state;
}

void ChunkedBody::take_content(std::string_view& rest, std::string& body) {
  const std::size_t some = std::min(left_, rest.size());
  body.append(rest.substr(0, some));
  rest.remove_prefix(some);
  content_ += some;
  left_ -= some;
  if (left_ == 0) part_ = Part::kContentEnd;
}

bool ChunkedBody::take_line(std::string_view& rest, State& state) {
  const std::size_t end = rest.find("\r\n");
  if (end == std::string_view::npos || end > kMostLine) {
    if (rest.size() > kMostLine) state = State::kMalformed;
    return false;
  }
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end + 2);
  framing_ += end + 2;
  // Tiny chunks would cost far more than their content: framing may be as long as the content and 16 KiB.
  if (framing_ > kMostFraming + content_) {
    state = State::kTooLarge;
  } else if (part_ == Part::kSize) {
    state = take_size(line);
  } else if (part_ == Part::kContentEnd) {
    if (!line.empty()) state = State::kMalformed;
    part_ = Part::kSize;
  } else if (line.empty()) {
    state = State::kDone;
  } else if (!is_printable(line)) {
    state = State::kMalformed;
  }
  return true;
}

ChunkedBody::State ChunkedBody::take_size(std::string_view line) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
  const auto digits = static_cast<std::size_t>(end - line.data());
  // Eight hexadecimal digits are more than any body that is accepted.
  if (error != std::errc() || digits > kMostDigits) return State::kMalformed;
  const std::string_view extension = line.substr(digits);
  const bool is_extension =
      extension.empty() || extension.front() == ';' || extension.front() == ' ' || extension.front() == '\t';
  if (!is_extension || !is_printable(extension)) return State::kMalformed;
  if (size > most_ - content_) return State::kTooLarge;
  left_ = size;
  part_ = size == 0 ? Part::kTrailer : Part::kContent;
  return State::kMore;
}

}  // namespace quiver::web
