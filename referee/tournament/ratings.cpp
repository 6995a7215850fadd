#include "referee/tournament/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

#include "referee/tournament/rating_spread.hpp"

namespace quiver::tournament {

namespace {

constexpr double kElo = 400 / std::numbers::ln10;  // of one unit of strength

// The share of each in what is fixed: all alike, or one alone.
std::vector<double> shares(std::size_t count, const std::optional<std::size_t>& fixed) {
  std::vector<double> share(count, fixed ? 0 : 1 / static_cast<double>(count));
  if (fixed) share[*fixed] = 1;
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
  const double apart = (ratings_[a].elo - ratings_[b].elo) / std::sqrt(variance);
  return boost::math::cdf(boost::math::students_t(freedom_), apart);
}

void RatingList::rate(const Group& group, const std::optional<Anchor>& anchor) {
  const std::vector<double> strengths = most_likely_strengths(group);
  const Spread spread = spread_of(group, strengths);
  rated_ = group.who.size();
  freedom_ = spread.freedom;
  covariance_.resize(rated_ * rated_);
  for (std::size_t i = 1; i < rated_; ++i)
    for (std::size_t j = 1; j < rated_; ++j)
      covariance_[i * rated_ + j] = kElo * kElo * spread.covariance.at(i - 1, j - 1);
  for (std::size_t i = 0; i < rated_; ++i) rows_[group.who[i]] = i;

  const std::vector<double> share =
      shares(rated_, anchor ? std::optional<std::size_t>{rows_[anchor->entrant]} : std::nullopt);
  const double zero = weighed(share, strengths.data());
  std::vector<double> with_zero(rated_);  // covariances with it
  for (std::size_t i = 0; i < rated_; ++i) with_zero[i] = weighed(share, &covariance_[i * rated_]);
  const double of_zero = weighed(share, with_zero.data());
  const double quantile = boost::math::quantile(boost::math::students_t(freedom_), 0.975);
  for (std::size_t i = 0; i < rated_; ++i) {
    Rating& rating = ratings_[group.who[i]];
    const double variance = std::max(0.0, covariance(i, i) - 2 * with_zero[i] + of_zero);
    rating.elo = kElo * (strengths[i] - zero) + (anchor ? anchor->elo : 0);
    rating.low = rating.elo - quantile * std::sqrt(variance);
    rating.high = rating.elo + quantile * std::sqrt(variance);
    rating.rated = true;
    rating.provisional = group.provisional;
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
