// How this process is named to another one that wants a store that this one holds.
#pragma once

#include <string>

namespace quiver::store {

// "quiver tournament": the program and its command, and nothing that may be secret.
std::string own_command();

}  // namespace quiver::store
