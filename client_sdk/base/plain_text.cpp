#include "client_sdk/base/plain_text.hpp"

#include "client_sdk/base/text.hpp"
#include "client_sdk/base/utf8.hpp"

namespace quiver::base {

namespace {

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// What the second byte of a character may be, which rules out long forms, surrogates and what lies
// beyond the last character.
bool second_fits(unsigned first, unsigned second) {
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  return second >= least && second <= most;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || at + length > text.size() || !second_fits(first, byte_at(text, at + 1))) return 0;
  for (std::size_t k = 2; k < length; ++k)
    if ((byte_at(text, at + k) & 0xC0U) != 0x80) return 0;
  return length;
}

std::string plain_text(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) out += '?';
    out += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return std::string(cut(out, most));
}

}  // namespace quiver::base
