#include "client_sdk/base/text.hpp"

#include <algorithm>
#include <charconv>

#include "client_sdk/base/harmless_text.hpp"

namespace quiver::base {

// Steps back over at most three continuation bytes: text that is no UTF-8 is cut where it is.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && most - end < 3 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

std::string escaped(std::string_view text, std::size_t most) { return harmless_text(cut(text, most)); }

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

// `inside` tells an empty word in quotes from no word at all.
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

// from_chars takes leading zeros; they are refused so that each number has one spelling.
Result<std::uint32_t> parse_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc() || end != text.data() + text.size())
    return bad_input(quoted(text) + " is not a number");
  if (text.size() > 1 && text[0] == '0') return bad_input(quoted(text) + " has a leading zero");
  return value;
}

std::string escaped_word(std::string_view word) {
  if (word.empty()) return "\"\"";
  std::string out;
  for (const char c : word) {
    if (std::string_view(" \t\r\n\v\f\\\"'").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  while (text.ends_with(' ')) text.pop_back();
  return harmless_text(text);
}

}  // namespace quiver::base
