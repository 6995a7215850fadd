#include "client_sdk/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace quiver::base {

std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string out = "\"";
  for (const char c : text.substr(0, kMost)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      std::array<char, 8> escaped{};
      std::snprintf(escaped.data(), escaped.size(), "\\x%02x", static_cast<unsigned char>(c));
      out += escaped.data();
    } else {
      out += c;
    }
  }
  return out + (text.size() > kMost ? "…\"" : "\"");
}

Result<std::uint32_t> parse_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc() || end != text.data() + text.size())
    return bad_input(quoted(text) + " is not a number");
  if (text.size() > 1 && text[0] == '0') return bad_input(quoted(text) + " has a leading zero");
  return value;
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace quiver::base
