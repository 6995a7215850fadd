// The parts of a group within which strengths are determined, and how they lie above each other.
//
// Two entrants belong to one part if points flow from each to the other, directly or over others: then the
// results say how far apart they are. From one part to another points flow one way at most, and the results
// would only become more likely if the two were set apart ever further. Part of Ratings. Pure; any thread.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "referee/tournament/ratings/rating_group.hpp"

namespace quiver::tournament {

struct Parts {
  std::vector<std::size_t> part_of;               // by number in the group
  std::vector<std::vector<std::size_t>> members;  // of each part, in ascending order
  // Which part won everything against which, with no third one between them. Together they connect all parts.
  std::vector<std::pair<std::size_t, std::size_t>> links;
};

// Costs about n^3 / 64 steps for n members.
Parts parts_of(const Group& group);

}  // namespace quiver::tournament
