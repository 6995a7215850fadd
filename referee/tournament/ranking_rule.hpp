// What tables are ordered by, in words. Pure; any thread.
#pragma once

#include <string>

#include "referee/store/store.hpp"

namespace quiver::tournament {

// How the table is ordered and ties are decided, in a sentence: "ranked by points, then by Sonneborn-Berger".
// Empty for what has no table.
std::string ranking_rule(const store::Event& event);

}  // namespace quiver::tournament
