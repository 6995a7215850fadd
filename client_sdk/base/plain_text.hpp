// Text from anywhere, made fit for the wire and for records: valid UTF-8, and no longer than its limit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quiver::base {

// A byte that is no part of a character becomes a question mark. A message with such a byte in it would
// be none to the referee, and cost the seat.
std::string plain_text(std::string_view text, std::size_t most);

}  // namespace quiver::base
