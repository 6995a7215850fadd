// Ties of knockout formats: how many games one takes, who wins it, and who meets whom first. Pure, as
// format.hpp says.
#pragma once

#include <cstddef>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// The seeds of a bracket in its order, from 0: neighbours meet in the first round, and in each of its ties
// the two seeds have the same sum. `size` is a power of two.
std::vector<Entrant> bracket(std::uint32_t size);

// How far the first of the list is ahead after so many games.
double lead(const Played& tie, std::size_t games);

// The planned games, and two more as long as it is level, up to knockout_limit(). A bye takes none.
std::uint32_t games_of_tie(const Played& tie);

// Of a tie that is settled. `favoured` goes on if it is level.
Entrant winner_of_tie(const Played& tie, Entrant favoured);

}  // namespace quiver::tournament
