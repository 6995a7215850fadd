// The error for the name of a game that does not exist.
#pragma once

#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::games {

// Tells which games there are, or which of them was probably meant.
base::Error unknown_game(std::string_view name);

}  // namespace quiver::games
