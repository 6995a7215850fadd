// Strengths of a whole group with their covariances, also where results leave some of them undetermined.
//
// Each part (rating_parts.hpp) is estimated from the games among its own members alone, so that nobody who
// won or lost everything moves the others. Then the parts are placed: for each link between two of them one
// drawn game is added, between those who met and of whom a draw would be least surprising. Members of the
// part that is the reference keep what their own games say; all others are provisional. Part of Ratings.
// Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/ratings/cholesky.hpp"
#include "referee/tournament/ratings/rating_group.hpp"

namespace quiver::tournament {

// The result of estimate_of, in natural units: logarithms of odds, not Elo.
struct Estimate {
  std::vector<double> strengths;  // all by number in the group
  Matrix covariance;
  std::vector<double> freedom;    // degrees of it
  std::vector<bool> provisional;  // none if there is one part; all if no part is the reference
};

// The reference is the part of number `with`, or without one the part that is larger than any other.
Estimate estimate_of(const Group& group, const std::optional<std::size_t>& with);

}  // namespace quiver::tournament
