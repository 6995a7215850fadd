// Connect Four by minimax: alpha-beta to a depth, on the score of all segments of the line's length.
//
// Iterative deepening, so that there is a result whenever the clock ends. A win scores higher the nearer it
// is, a loss lower, a full board nothing.
#pragma once

#include <cstdint>

#include "bots/connect4/segments.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/search_result.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::connect4 {

using base::Random;

inline constexpr unsigned kDefaultDepth = 5;
// A win right now; one that is n moves away is worth n less. More than all segments together.
inline constexpr Score kWin = 1'000'000;

// What a position is worth to `own`, `plies` moves after the one that is searched.
Score evaluate(const ConnectFour& game, const Segments& segments, Seat own, unsigned plies);

using SearchResult = bots::SearchResult<Move>;

// The best move of a game that is not over; a random one among equals. There is a result whatever the limits;
// without a clock it is reproducible.
SearchResult search(const ConnectFour& game, const SearchLimits& limits, Random& random);

}  // namespace quiver::bots::connect4
