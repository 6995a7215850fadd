// How far strengths can be off, from how the results scatter around them.
//
// A cluster of games pulls at the strengths of its players by its residual, which is what they got less what
// was to be expected. The covariance is A^-1 B A^-1: A is the curvature of the likelihood, B the sum of the
// squared pulls. Three corrections keep it right when games are few:
//  - Strengths follow the results, so residuals are too small by a known share, the leverage. As much of the
//    variance of independent games is added, times how much results scatter on the whole compared with them.
//  - One cluster more, as independent games would be: else a few drawn games would leave no doubt at all.
//  - Quantiles are those of Student's distribution. Its degrees of freedom are the clusters less the
//  strengths.
// Part of Ratings. Pure; any thread.
#pragma once

#include <vector>

#include "referee/tournament/ratings/rating_group.hpp"

namespace quiver::tournament {

struct Spread {
  Matrix covariance;  // without number 0: row k is number k + 1
  double freedom;     // degrees of it
};

Spread spread_of(const Group& group, const std::vector<double>& strengths);

}  // namespace quiver::tournament
