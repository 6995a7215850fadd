// Text from outside: read strictly, shown safely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::base {

// A number without sign, spaces or leading zeros that fits in 32 bits.
Result<std::uint32_t> parse_number(std::string_view text);

// For use inside a sentence: in quotes, escaped, at most 40 bytes of it.
std::string quoted(std::string_view text);

// Untrusted text, truncated to `most` bytes at a character boundary and escaped (harmless_text.hpp): for all
// text from peers and files, wherever it is shown.
std::string escaped(std::string_view text, std::size_t most = 1024);

// The first `most` bytes, not ending within a character of UTF-8.
std::string_view cut(std::string_view text, std::size_t most);

// A competitor's name: [A-Za-z0-9._-]{1,32}, no leading dot.
bool is_name(std::string_view text);

// The words of a line, separated by spaces; single or double quotes keep spaces inside a word, and a
// backslash takes the next character as it is, outside single quotes. An error if a quote stays open.
Result<std::vector<std::string>> split_words(std::string_view line);
// The word as split_words() reads it back, with backslashes where it takes some.
std::string escaped_word(std::string_view word);

// For one line: control characters below U+0020 become spaces, trailing ones are removed; everything else is
// escaped.
std::string one_line(std::string text);

}  // namespace quiver::base
