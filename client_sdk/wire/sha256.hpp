// SHA-256, for names that stand for content: whoever has the name can tell whether the bytes are the right
// ones. Pure function, any thread.
#pragma once

#include <string>
#include <string_view>

namespace quiver::wire {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace quiver::wire
