// The rules of a game in a few lines for a person at a terminal; docs/play/rules.md has them exactly.
#pragma once

#include <string>
#include <string_view>

namespace quiver::draw {

// "Connect Four": what people call the game of this name.
std::string title_of(std::string_view game);

// Lines of at most 76 characters, the last one with its end too. Empty for a game that is not known.
std::string short_rules(std::string_view game);

}  // namespace quiver::draw
