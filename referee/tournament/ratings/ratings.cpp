#include "referee/tournament/ratings/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

#include "referee/tournament/ratings/rating_estimate.hpp"

namespace quiver::tournament {

namespace {

constexpr double kElo = 400 / std::numbers::ln10;  // of one unit of strength

// The share of each in what is fixed: one alone, or alike all who are not provisional, or all.
std::vector<double> shares(const std::vector<bool>& provisional, const std::optional<std::size_t>& fixed) {
  std::vector<double> share(provisional.size());
  if (fixed) {
    share[*fixed] = 1;
    return share;
  }
  const auto settled = std::count(provisional.begin(), provisional.end(), false);
  for (std::size_t k = 0; k < share.size(); ++k)
    if (settled == 0 || !provisional[k])
      share[k] = 1 / static_cast<double>(settled == 0 ? share.size() : static_cast<std::size_t>(settled));
  return share;
}

double weighed(const std::vector<double>& shares, const double* values) {
  return std::inner_product(shares.begin(), shares.end(), values, 0.0);
}

}  // namespace

double RatingList::superiority(Entrant a, Entrant b) const {
  if (a == b || std::max(a, b) >= ratings_.size()) return 0.5;
  if (!ratings_[a].rated || !ratings_[b].rated) return 0.5;
  const std::size_t i = rows_[a], j = rows_[b];
  const double variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
  // The standard error of a difference includes the covariance of the two ratings.
  const double apart = (ratings_[a].elo - ratings_[b].elo) / std::sqrt(variance);
  return boost::math::cdf(boost::math::students_t(std::min(freedom_[i], freedom_[j])), apart);
}

void RatingList::rate(const Group& group, const std::optional<Anchor>& anchor) {
  rated_ = group.who.size();
  for (std::size_t i = 0; i < rated_; ++i) rows_[group.who[i]] = i;
  const auto held = anchor ? std::optional<std::size_t>{rows_[anchor->entrant]} : std::nullopt;
  const Estimate estimate = estimate_of(group, held);
  freedom_ = estimate.freedom;
  covariance_.resize(rated_ * rated_);
  for (std::size_t i = 0; i < rated_; ++i)
    for (std::size_t j = 0; j < rated_; ++j)
      covariance_[i * rated_ + j] = kElo * kElo * estimate.covariance.at(i, j);

  const std::vector<double> share = shares(estimate.provisional, held);
  const double zero = weighed(share, estimate.strengths.data());
  // Ratings are relative: intervals are those of the distance from whatever is fixed at zero.
  std::vector<double> with_zero(rated_);  // covariances with it
  for (std::size_t i = 0; i < rated_; ++i) with_zero[i] = weighed(share, &covariance_[i * rated_]);
  const double of_zero = weighed(share, with_zero.data());
  for (std::size_t i = 0; i < rated_; ++i) {
    Rating& rating = ratings_[group.who[i]];
    const double variance = std::max(0.0, covariance(i, i) - 2 * with_zero[i] + of_zero);
    const double quantile = boost::math::quantile(boost::math::students_t(freedom_[i]), 0.975);
    rating.elo = kElo * (estimate.strengths[i] - zero) + (anchor ? anchor->elo : 0);
    rating.low = rating.elo - quantile * std::sqrt(variance);
    rating.high = rating.elo + quantile * std::sqrt(variance);
    rating.rated = true;
    rating.provisional = estimate.provisional[i];
  }
}

void Ratings::add(std::span<const Entrant> by_seat, std::span<const std::uint32_t> places,
                  std::uint64_t cluster) {
  sums_.add(by_seat, places, cluster);
}

RatingList Ratings::solve(const std::optional<Anchor>& anchor, const std::vector<bool>& aside) const {
  RatingList list;
  list.ratings_.resize(sums_.entrants());
  list.rows_.resize(sums_.entrants());
  for (Entrant e = 0; e < sums_.entrants(); ++e) list.ratings_[e].games = sums_.games(e);
  const Group group =
      find_group(sums_, anchor ? std::optional<Entrant>{anchor->entrant} : std::nullopt, aside);
  if (!group.who.empty()) list.rate(group, anchor);
  return list;
}

}  // namespace quiver::tournament
