// Sanitises text for the wire and for records: valid UTF-8, and no longer than its limit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quiver::base {

// A byte that is not part of a valid character becomes a question mark. The referee would reject a message
// with such a byte as invalid, and the seat would be lost.
std::string plain_text(std::string_view text, std::size_t most);

}  // namespace quiver::base
