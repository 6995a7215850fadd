// What a bot that is launched here is made of: changes when its author has changed it.
#pragma once

#include <string>

#include "referee/launch/bot_spec.hpp"

namespace quiver::launch {

// 16 hexadecimal digits over the program's bytes, its arguments, and the bytes of files that these name.
// Reads them; what cannot be read counts as empty. Of a remote bot nothing is known: empty.
std::string fingerprint(const BotSpec& bot);

}  // namespace quiver::launch
