// A χ² test: whether some of the games of a competition have other results than the rest of them.
//
// Games are compared only with games of the same entrants, a stratum, so it does not matter who played which
// pairings. In a stratum, the results of one part are compared with what they would be on average if all
// results were dealt out at random: the hypergeometric distribution of fixed totals. A stratum with enough
// games is tested by itself. The others are added up and tested together. Statistics and degrees of freedom
// of all these tests are added. For one stratum this is Pearson's test of a table with two rows; for the sum
// of small ones, the one of Mantel and Haenszel. Pure functions, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace quiver::tournament {

// Games of the same entrants: those that one of them won, those that it drew, and the others. That one is the
// entrant that won most of them, so that differences of the same kind add up over strata.
struct Stratum {
  using Counts = std::array<std::uint64_t, 3>;
  Counts part{};
  Counts rest{};
};

struct Homogeneity {
  double chi_square = 0;
  std::uint32_t degrees = 0;
  double p = 1;  // how likely a statistic of this size or more is if nothing is different
};

// None if there are too few games: an expected count of less than 5 in every table that could be tested.
std::optional<Homogeneity> test_homogeneity(const std::vector<Stratum>& strata);

}  // namespace quiver::tournament
