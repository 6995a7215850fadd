#include "client_sdk/base/names.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"

namespace quiver::base {

namespace {

bool fits(char c) { return is_name(std::string{'a', c}); }

bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// The whole character that begins there, of however many bytes.
std::string_view character_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && goes_on(text[end])) ++end;
  return text.substr(at, end - at);
}

}  // namespace

// The most specific fault first: a bad character is named before the length is.
std::string name_fault(std::string_view name, std::size_t most) {
  if (is_name(name) && name.size() <= most) return "";
  const std::string begins = quoted(name) + " is not a name: ";
  if (name.empty()) return begins + "it is empty";
  if (const auto odd = std::find_if_not(name.begin(), name.end(), fits); odd != name.end()) {
    const std::string_view which = character_at(name, static_cast<std::size_t>(odd - name.begin()));
    return begins + "it has " + (which == " " ? "a space" : quoted(which)) +
           " in it; use letters, digits, '.', '_' and '-'";
  }
  if (name.front() == '.') return begins + "it begins with a dot";
  return begins + "it has " + std::to_string(name.size()) + " characters, and " + std::to_string(most) +
         " are the most";
}

}  // namespace quiver::base
