// What is said to somebody who names a game that there is not.
#pragma once

#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::games {

// Tells which games there are, or which of them was probably meant.
base::Error unknown_game(std::string_view name);

}  // namespace quiver::games
