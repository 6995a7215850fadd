// What is wrong with a name of a bot, a person or an event, in a sentence for whoever chose it.
//
// Names have 1 to 32 letters, digits, '.', '_' or '-', and no dot at the beginning (base::is_name).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quiver::base {

// In bytes, which for a valid name are characters.
inline constexpr std::size_t kMostName = 32;

// `"a b" is not a name: it has a space in it; use letters, digits, '.', '_' and '-'`. Empty if it is a name.
// With less room than 32 characters it may be no longer than that.
std::string name_fault(std::string_view name, std::size_t most = kMostName);

}  // namespace quiver::base
