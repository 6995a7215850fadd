#include "client_sdk/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace quiver::base {

std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

std::string escaped(std::string_view text, std::size_t most) {
  std::string out;
  for (const char c : cut(text, most)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\x%02x", static_cast<unsigned char>(c));
      out += code.data();
    } else {
      out += c;
    }
  }
  return out;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return "\"" + escaped(text, kMost) + (text.size() > kMost ? "…\"" : "\"");
}

bool is_name(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !text.empty() && text.size() <= 32 && text[0] != '.' && std::all_of(text.begin(), text.end(), fits);
}

Result<std::vector<std::string>> split_words(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && k + 1 < line.size())
      words.back() += line[++k];
    else
      words.back() += c;
  }
  if (quote != 0) return bad_input(quoted(line) + " has a quote that is not closed");
  return words;
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
