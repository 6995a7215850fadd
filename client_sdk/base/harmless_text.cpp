#include "client_sdk/base/harmless_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "client_sdk/base/utf8.hpp"

namespace quiver::base {

namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// In order. The properties Default_Ignorable_Code_Point and Bidi_Control, the categories Cc, Zl and Zp, and
// those of Cf that have no shape of their own, from Unicode 15; ranges that are reserved for such characters
// as a whole.
constexpr Range kHarmful[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD}, {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F}, {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

// Binary search in the sorted ranges; plain ASCII, by far the most frequent, returns first.
bool is_harmful(std::uint32_t code) {
  if (code >= 0x20 && code < 0x7F) return false;
  if ((code & 0xFFFEU) == 0xFFFE) return true;  // the last two of each plane are no characters
  const auto* found =
      std::lower_bound(std::begin(kHarmful), std::end(kHarmful), code,
                       [](const Range& range, std::uint32_t one) { return range.last < one; });
  return found != std::end(kHarmful) && found->first <= code;
}

// The code point of one character that utf8_length() has accepted, or the value of a single byte.
std::uint32_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t k) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(character[k]));
  };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0xFFU >> (character.size() + 1));
  for (std::size_t k = 1; k < character.size(); ++k) code = code << 6U | (byte(k) & 0x3FU);
  return code;
}

void append_code(std::string& out, const char* format, std::uint32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, static_cast<unsigned>(code));
  out += text.data();
}

// How long the code for colours is that begins there, ESC [ 1 ; 31 m; 0 if none does.
std::size_t color_code(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end < text.size() && text[end] == 'm' ? end + 1 : 0;
}

// How much of the beginning is kept as it is though it is a control.
std::size_t kept(std::string_view text, Keep keep) {
  if (keep == Keep::kNothing) return 0;
  if (text[0] == '\t') return 1;
  if (keep == Keep::kTabs) return 0;
  return text[0] == '\n' ? 1 : color_code(text);
}

void append_escaped(std::string& out, std::uint32_t code) {
  append_code(out, code < 0x80 ? "\\x%02x" : "\\u{%x}", code);
}

// JSON has 16-bit escapes only: characters past U+FFFF become a surrogate pair.
void append_json_escaped(std::string& out, std::uint32_t code) {
  if (code >= 0x10000) {
    append_code(out, "\\u%04x", 0xD800 + ((code - 0x10000) >> 10U));
    code = 0xDC00 + ((code - 0x10000) & 0x3FFU);
  }
  append_code(out, "\\u%04x", code);
}

}  // namespace

std::string harmless_text(std::string_view text, Keep keep) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = utf8_length(text, at);
    if (length == 0) {
      append_code(out, "\\x%02x", static_cast<unsigned char>(rest[0]));
      ++at;
    } else if (const std::uint32_t code = code_of(rest.substr(0, length)); !is_harmful(code)) {
      out += rest.substr(0, length);
      at += length;
    } else if (const std::size_t own = kept(rest, keep); own > 0) {
      out += rest.substr(0, own);
      at += own;
    } else {
      append_escaped(out, code);
      at += length;
    }
  }
  return out;
}

// Outside its strings JSON has no such characters, line ends and tabs aside.
std::string harmless_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(json, at), 1);
    const std::string_view character = json.substr(at, length);
    const std::uint32_t code = code_of(character);
    if (code != '\n' && code != '\t' && is_harmful(code))
      append_json_escaped(out, code);
    else
      out += character;
    at += length;
  }
  return out;
}

}  // namespace quiver::base
