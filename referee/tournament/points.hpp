// Converts places to points: the single definition for tables, ratings, sequential tests and --expect.
//
// Points are whole or half numbers, so sums and comparisons are exact. Pure; any thread.
#pragma once

#include <cstdint>
#include <vector>

namespace quiver::tournament {

// What a seat gets against one other seat: 1 for a better place, 0.5 for the same, 0 for a worse one. Place 1
// is the best.
inline double points_against(std::uint32_t own_place, std::uint32_t other_place) {
  return own_place < other_place ? 1 : own_place == other_place ? 0.5 : 0;
}

// What each seat gets in a game, against all others together.
inline std::vector<double> points_of(const std::vector<std::uint32_t>& places) {
  std::vector<double> points(places.size(), 0);
  for (std::size_t a = 0; a < places.size(); ++a)
    for (std::size_t b = 0; b < places.size(); ++b)
      if (a != b) points[a] += points_against(places[a], places[b]);
  return points;
}

}  // namespace quiver::tournament
