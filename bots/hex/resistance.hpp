// One ply of Hex by electrical resistance.
//
// Every move is made and evaluated, the most influential first, until the budget is exhausted: on large
// boards and short clocks that leaves out only moves which hardly matter. The swap is a move like the others,
// so it is taken when having the first stone is worth more than any answer to it. Any thread.
#pragma once

#include "bots/hex/evaluation.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/search_result.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::hex {

using SearchResult = bots::SearchResult<Hex::Move>;

// The game is not over. Random between moves that are worth the same.
SearchResult best_by_resistance(const Hex& game, const SearchLimits& limits, base::Random& random);

// A first move for a game with the swap rule: the one after which the better of the opponent's choices, to
// swap or to answer on the most influential cell, is worth the least. The board is empty.
SearchResult balanced_opening(const Hex& game, const SearchLimits& limits, base::Random& random);

}  // namespace quiver::bots::hex
