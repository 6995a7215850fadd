// Connect Four by minimax: alpha-beta to a depth, on the worth of all segments of the line's length.
//
// Searched to depth 1, 2, 3 and so on, so that there is an answer whenever the clock ends. A win is worth
// more the nearer it is, a loss less, a full board nothing.
#pragma once

#include <cstdint>

#include "bots/connect4/segments.hpp"
#include "bots/search_limits.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::connect4 {

using base::Random;

inline constexpr unsigned kUsualDepth = 5;
// A win right now; one that is n moves away is worth n less. More than all segments together.
inline constexpr Score kWin = 1'000'000;

// What a position is worth to `own`, `plies` moves after the one that is searched.
Score worth(const ConnectFour& game, const Segments& segments, Seat own, unsigned plies);

struct Finding {
  Move move;
  Score score = 0;     // for the seat to move
  unsigned depth = 0;  // to which all moves have been searched
  std::uint64_t nodes = 0;
};

// The best move of a game that is not over; by chance one of those that are equally good. There is an
// answer whatever the limits; without a clock among them it is the same everywhere.
Finding search(const ConnectFour& game, const SearchLimits& limits, Random& random);

}  // namespace quiver::bots::connect4
