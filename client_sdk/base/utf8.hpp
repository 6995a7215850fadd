// UTF-8 decoding.
#pragma once

#include <cstddef>
#include <string_view>

namespace quiver::base {

// The length in bytes of the UTF-8 character that begins at `at`, which is inside `text`; 0 if no valid
// character does. Overlong forms, surrogates and codes past U+10FFFF are not valid.
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace quiver::base
