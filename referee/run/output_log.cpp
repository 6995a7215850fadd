#include "referee/run/output_log.hpp"

#include <algorithm>
#include <utility>

#include "client_sdk/base/utf8.hpp"

namespace quiver::run {

namespace {

// Where to cut so that no character is divided: at most three bytes before the end.
std::size_t whole_characters(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80) continue;  // inside a character
    const std::size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return wanted > back ? text.size() - back : text.size();
  }
  return text.size();
}

}  // namespace

void OutputLog::take(std::string_view bytes, const wire::LogLine& now) {
  while (!bytes.empty() && is_open()) {
    if (!std::exchange(begun_, true)) began_ = now;
    const std::size_t end = bytes.find('\n');
    const std::size_t room = kLongest - line_.size();
    const std::size_t size = std::min({end, room, bytes.size()});
    line_ += bytes.substr(0, size);
    bytes.remove_prefix(size);
    if (size == end) {
      bytes.remove_prefix(1);
      add(false);
    } else if (line_.size() == kLongest) {
      add(true);
    }
  }
}

void OutputLog::add(bool part) {
  const std::size_t size = part ? whole_characters(line_) : line_.size();
  std::string rest = line_.substr(size);
  line_.resize(size);
  if (!part && line_.ends_with('\r')) line_.pop_back();
  wire::LogLine what = began_;
  what.part = part;
  const std::string json = wire::log_line_json(what, line_);
  static const std::string last = wire::log_cut_json();
  // There is always room for the last entry.
  cut_ = json_.size() + json.size() + last.size() > limit_;
  json_ += cut_ ? last : json;
  line_ = std::move(rest);
  begun_ = part;
}

std::shared_ptr<const std::string> OutputLog::finish() {
  if (is_open() && begun_ && !line_.empty()) add(false);
  auto all = json_.empty() ? nullptr : std::make_shared<const std::string>(std::move(json_));
  *this = OutputLog();
  return all;
}

}  // namespace quiver::run
