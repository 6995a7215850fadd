#include "referee/tournament/ratings/homogeneity.hpp"

#include <algorithm>
#include <numeric>

#include <gsl/gsl_cdf.h>

namespace quiver::tournament {

namespace {

// The usual bound for the χ² distribution to be a good approximation.
constexpr double kLeastExpected = 5;
constexpr std::size_t kKinds = 3;  // of results

// What strata add up to.
struct Sums {
  std::array<double, kKinds> difference{};  // of the part, from what is expected
  std::array<double, kKinds> expected_part{};
  std::array<double, kKinds> expected_rest{};
  std::array<std::array<double, kKinds>, kKinds> covariance{};

  Sums& operator+=(const Sums& other) {
    for (std::size_t j = 0; j < kKinds; ++j) {
      difference[j] += other.difference[j];
      expected_part[j] += other.expected_part[j];
      expected_rest[j] += other.expected_rest[j];
      for (std::size_t k = 0; k < kKinds; ++k) covariance[j][k] += other.covariance[j][k];
    }
    return *this;
  }
};

// Mean and covariance of the hypergeometric distribution.
Sums sums_of(const Stratum& stratum) {
  Sums sums;
  const auto part = static_cast<double>(std::accumulate(stratum.part.begin(), stratum.part.end(), 0ULL));
  const auto rest = static_cast<double>(std::accumulate(stratum.rest.begin(), stratum.rest.end(), 0ULL));
  const double all = part + rest;
  if (part == 0 || rest == 0) return sums;
  std::array<double, kKinds> totals{};
  for (std::size_t j = 0; j < kKinds; ++j) totals[j] = static_cast<double>(stratum.part[j] + stratum.rest[j]);
  const double factor = part * rest / (all * all * (all - 1));
  for (std::size_t j = 0; j < kKinds; ++j) {
    sums.expected_part[j] = part * totals[j] / all;
    sums.expected_rest[j] = rest * totals[j] / all;
    sums.difference[j] = static_cast<double>(stratum.part[j]) - sums.expected_part[j];
    for (std::size_t k = 0; k < kKinds; ++k)
      sums.covariance[j][k] = factor * ((j == k ? all * totals[j] : 0) - totals[j] * totals[k]);
  }
  return sums;
}

// Puts kinds of results together: which kind each one becomes.
struct Grouping {
  std::array<std::size_t, kKinds> of;
  std::size_t kinds;
};
// Draws may be too few to stand alone.
constexpr std::array kGroupings = {Grouping{{0, 1, 2}, 3}, Grouping{{0, 1, 1}, 2}, Grouping{{0, 0, 1}, 2}};

Sums grouped(const Sums& sums, const Grouping& grouping) {
  Sums out;
  for (std::size_t j = 0; j < kKinds; ++j) {
    const std::size_t to = grouping.of[j];
    out.difference[to] += sums.difference[j];
    out.expected_part[to] += sums.expected_part[j];
    out.expected_rest[to] += sums.expected_rest[j];
    for (std::size_t k = 0; k < kKinds; ++k) out.covariance[to][grouping.of[k]] += sums.covariance[j][k];
  }
  return out;
}

bool is_enough(const Sums& sums, std::size_t kinds) {
  for (std::size_t j = 0; j < kinds; ++j)
    if (sums.expected_part[j] < kLeastExpected || sums.expected_rest[j] < kLeastExpected) return false;
  return true;
}

// The differences add up to 0, so the last kind says nothing more.
double statistic(const Sums& sums, std::size_t kinds) {
  const auto& d = sums.difference;
  const auto& v = sums.covariance;
  if (kinds == 2) return d[0] * d[0] / v[0][0];
  const double determinant = v[0][0] * v[1][1] - v[0][1] * v[0][1];
  return (d[0] * d[0] * v[1][1] - 2 * d[0] * d[1] * v[0][1] + d[1] * d[1] * v[0][0]) / determinant;
}

// Adds the test of these sums. False if they are too small for one.
bool add_test(const Sums& sums, Homogeneity& test) {
  for (const Grouping& grouping : kGroupings) {
    const Sums merged = grouped(sums, grouping);
    if (!is_enough(merged, grouping.kinds)) continue;
    test.chi_square += statistic(merged, grouping.kinds);
    test.degrees += static_cast<std::uint32_t>(grouping.kinds - 1);
    return true;
  }
  return false;
}

}  // namespace

std::optional<Homogeneity> test_homogeneity(const std::vector<Stratum>& strata) {
  Homogeneity test;
  Sums small;
  for (const Stratum& stratum : strata) {
    const Sums sums = sums_of(stratum);
    if (!add_test(sums, test)) small += sums;
  }
  add_test(small, test);
  if (test.degrees == 0) return std::nullopt;
  test.p = gsl_cdf_chisq_Q(test.chi_square, test.degrees);
  return test;
}

}  // namespace quiver::tournament
