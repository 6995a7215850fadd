// Games for ratings: results as points instead of places.
#pragma once

#include <array>
#include <cmath>

#include "referee/tournament/ratings/ratings.hpp"

namespace quiver::tests {

using tournament::Anchor;
using tournament::Entrant;
using tournament::Rating;
using tournament::RatingList;
using tournament::Ratings;

// The difference in Elo that this share of the points means.
inline double elo_of(double score) { return -400 * std::log10(1 / score - 1); }

// `a` gets 1, 0.5 or 0 against `b`.
inline void add_game(Ratings& ratings, Entrant a, Entrant b, double points, std::uint64_t cluster) {
  const std::array<Entrant, 2> who{a, b};
  const std::array<std::uint32_t, 2> places{points > 0.25 ? 1U : 2U, points < 0.75 ? 1U : 2U};
  ratings.add(who, places, cluster);
}

// So many of each, every one a cluster of its own.
inline void add_games(Ratings& ratings, Entrant a, Entrant b, int won, int drawn, int lost) {
  static std::uint64_t cluster = 0;
  for (int k = 0; k < won; ++k) add_game(ratings, a, b, 1, ++cluster);
  for (int k = 0; k < drawn; ++k) add_game(ratings, a, b, 0.5, ++cluster);
  for (int k = 0; k < lost; ++k) add_game(ratings, a, b, 0, ++cluster);
}

}  // namespace quiver::tests
