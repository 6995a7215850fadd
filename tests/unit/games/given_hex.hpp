// Positions of Hex to begin with, and how they look.
#pragma once

#include <string>
#include <string_view>

#include "tests/unit/games/given.hpp"

namespace quiver::tests {

inline Options hex_of(std::uint32_t side, bool swap_rule = true) {
  Options options = of_size(side);
  options.swap_rule = swap_rule;
  return options;
}

// The position after these moves; without a side, on the default board.
inline Position hex(std::string_view moves, const Options& options = {}) {
  return after(started("hex", options), moves);
}

// The board's rows from the top: '.' or the seat's number.
inline std::string hex_picture(const Position& position) {
  std::string text;
  for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v) {
    const auto owner = position.as<games::Hex>()->stone(Vertex{v});
    text += owner ? static_cast<char>('0' + owner->value()) : '.';
    if (v % position.grid().columns == position.grid().columns - 1) text += '\n';
  }
  return text;
}

}  // namespace quiver::tests
