#include "referee/cli/reports/xml_text.hpp"

#include <algorithm>

#include "referee/cli/reports/game_fault.hpp"

namespace quiver::cli {

namespace {

std::string escaped_character(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':  // for the sake of ]]>
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {c};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    // shown_line() makes control characters visible, which XML 1.0 does not allow even as references.
    for (const char c : shown_line(line, line.size())) out += escaped_character(c);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string xml_attribute(std::string_view text) {
  std::string out;
  for (const char c : xml_text(text)) {
    // A parser turns plain line ends and tabs in an attribute into spaces.
    if (c == '\n' || c == '\t')
      out += c == '\n' ? "&#10;" : "&#9;";
    else
      out += c;
  }
  return out;
}

}  // namespace quiver::cli
