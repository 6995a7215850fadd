// What a search of a board game found.
#pragma once

#include <cstdint>

namespace quiver::bots {

// The result of a search that was stopped early is that of the last depth it finished, unless a better move
// was found since.
template <class Move>
struct SearchResult {
  Move move;
  std::int32_t score = 0;  // for the seat to move
  unsigned depth = 0;      // to which all moves have been searched
  std::uint64_t nodes = 0;
};

}  // namespace quiver::bots
