// Those entrants who can be rated together, and the strengths that make their results most likely.
//
// Part of Ratings. Entrants of a group are numbered anew from 0; strengths are logarithms of odds, and number
// 0 has strength 0. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/ratings/cholesky.hpp"
#include "referee/tournament/ratings/rating_sums.hpp"

namespace quiver::tournament {

// A connected set of entrants and their results.
struct Group {
  struct Pair {
    std::size_t a = 0, b = 0;
    PairSums sums;
    double ahead = 0;  // what is known already of how much stronger a is, besides the two strengths
  };

  std::vector<Entrant> who;
  std::vector<Pair> pairs;      // that have played
  std::vector<ManyGame> games;  // with the numbers of the group
};

// All who are connected by games with `with`, or if there is none, with most others; empty if nobody has
// played. Those who are set `aside`, by entrant, count as if they had not; an empty list sets nobody aside.
Group find_group(const RatingSums& sums, const std::optional<Entrant>& with, const std::vector<bool>& aside);

// The probability to win against one who is so much weaker: the logistic function.
double win_probability(double stronger);

// Whether somebody could be set apart ever further from the others and the results would only become more
// likely is not asked here: rating_parts.hpp tells.
//
// The maximum of the likelihood, if it exists: Newton's method on a function without other hills.
std::vector<double> most_likely_strengths(const Group& group);

// The curvature there, without number 0: row k is number k + 1.
Matrix information(const Group& group, const std::vector<double>& strengths);

// Adds `weight` to the two on the diagonal and takes it from where they cross; number 0 has no row.
void add_link(Matrix& matrix, std::size_t a, std::size_t b, double weight);

}  // namespace quiver::tournament
