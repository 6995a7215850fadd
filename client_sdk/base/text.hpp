// Text from outside: read strictly, shown safely.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::base {

// A number without sign, spaces or leading zeros that fits in 32 bits.
Result<std::uint32_t> parse_number(std::string_view text);

// Fit to stand inside a sentence: in quotes, at most 40 bytes of it, control characters escaped.
std::string quoted(std::string_view text);

// Line ends and other control characters become spaces; none at the end.
std::string one_line(std::string text);

}  // namespace quiver::base
