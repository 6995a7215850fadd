// How characters stand in bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace quiver::base {

// How many bytes the character of UTF-8 has that begins at `at`; 0 if none does.
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace quiver::base
