#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "client_sdk/graph/layout.hpp"

namespace quiver::graph {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

// A map of the largest board, every line with CRLF, and a little over to notice that it is too large.
constexpr std::size_t kMaxMapBytes = std::size_t{kMaxSide} * (kMaxSide + 2) + 1;

std::string shown(char c) {
  if (c > 0x20 && c < 0x7f) return std::string("'") + c + "'";
  if (c == ' ') return "a space";
  if (c == '\t') return "a tab";
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "byte 0x%02x", static_cast<unsigned char>(c));
  return text.data();
}

std::string line_is(std::size_t line) { return "line " + std::to_string(line) + " of the map "; }

// Checks one line against those before it and appends it; errors name the line by its number, from 1.
Result<void> add_line(Layout& layout, std::string_view line) {
  const std::size_t number = layout.rows + 1;
  if (line.empty()) return bad_input(line_is(number) + "is blank");
  if (line.size() > kMaxSide)
    return bad_input(line_is(number) + "has " + std::to_string(line.size()) + " cells; at most " +
                     std::to_string(kMaxSide) + " are allowed");
  if (layout.rows == kMaxSide)
    return bad_input("the map has more than " + std::to_string(kMaxSide) + " lines");
  if (layout.rows > 0 && line.size() != layout.columns)
    return bad_input(line_is(number) + "has " + std::to_string(line.size()) +
                     " cells, the lines above have " + std::to_string(layout.columns));
  for (const char c : line)
    if (c != '.' && c != '#' && (c < '0' || c > '3'))
      return bad_input(line_is(number) + "has " + shown(c) +
                       "; only '.', '#' and the digits 0 to 3 are allowed");
  layout.columns = static_cast<std::uint32_t>(line.size());
  layout.cells += line;
  ++layout.rows;
  return {};
}

// Layout::seats() says how many seats the digits stand for; each of them needs at least one.
Result<void> check_digits(const Layout& layout) {
  const unsigned seats = layout.seats();
  for (unsigned s = 0; s < seats; ++s)
    if (layout.cells.find(static_cast<char>('0' + s)) == std::string::npos)
      return bad_input("the map's digits must be exactly 0 and 1, or 0, 1, 2 and 3; " + std::to_string(s) +
                       " is missing");
  return {};
}

}  // namespace

Result<Layout> parse_map(std::string_view text) {
  if (text.empty()) return bad_input("the map is empty");
  Layout layout;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (end != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
    if (auto added = add_line(layout, line); !added) return added.error();
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (auto digits = check_digits(layout); !digits) return digits.error();
  return layout;
}

// Never reads more than the largest map has, however large the file is.
Result<Layout> read_map(const std::string& path) {
  const auto unreadable = [&] {
    return Error{Error::Code::kUnreadable, "the map file \"" + path + "\" cannot be read"};
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable();
  std::string text(kMaxMapBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || (file.gcount() == 0 && !file.eof())) return unreadable();
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMaxMapBytes)
    return bad_input("the map file \"" + path + "\" is larger than any board of 1024 a side");
  auto layout = parse_map(text);
  if (!layout) return Error{layout.error().code, "\"" + path + "\": " + layout.error().sentence};
  return layout;
}

}  // namespace quiver::graph
