// What a search of a board game found.
#pragma once

#include <cstdint>

namespace quiver::bots {

template <class Move>
struct SearchResult {
  Move move;
  std::int32_t score = 0;  // for the seat to move
  unsigned depth = 0;      // to which all moves have been searched
  std::uint64_t nodes = 0;
};

}  // namespace quiver::bots
