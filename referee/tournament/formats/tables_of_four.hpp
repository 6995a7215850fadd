// All groups of four entrants, each once, ordered and seated so that everybody plays equally often at any
// time.
//
// Entrants stand in a ring. Four of them are known by the gaps between them; turning a table round the ring
// gives the others with the same gaps. A whole turn seats everybody four times, once in each seat, so tables
// are drawn turn by turn, each a round. Where the gaps repeat, the turn is shorter: there the seats that even
// out best are taken. Pure; any thread.
#pragma once

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// Rounds and entrants only; at least four entrants.
std::vector<Pairing> tables_of_four(std::uint32_t entrants);

}  // namespace quiver::tournament
