#include "referee/tournament/ratings/rating_group.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace quiver::tournament {

namespace {

constexpr std::uint32_t kNotInGroup = ~0U;
// Of a game between two who are 3,600 Elo apart or more.
constexpr double kLeastCurvature = 1e-9;
constexpr int kRounds = 200;
constexpr int kHalvings = 20;

// Everybody reached from `start` over neighbours that `leads` allows, in ascending order.
std::vector<Entrant> reached(std::uint32_t count, Entrant start,
                             const std::function<bool(Entrant, Entrant)>& leads) {
  std::vector<bool> seen(count);
  std::vector<Entrant> found{start};
  seen[start] = true;
  for (std::size_t k = 0; k < found.size(); ++k)
    for (Entrant next = 0; next < count; ++next)
      if (!seen[next] && next != found[k] && leads(found[k], next)) {
        seen[next] = true;
        found.push_back(next);
      }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Entrant> members(const RatingSums& sums, const std::optional<Entrant>& with,
                             const std::vector<bool>& aside) {
  const auto is_aside = [&](Entrant e) { return e < aside.size() && aside[e]; };
  const auto met = [&](Entrant a, Entrant b) {
    return !is_aside(a) && !is_aside(b) && sums.pair(std::min(a, b), std::max(a, b)).games > 0;
  };
  if (with) {
    if (*with >= sums.entrants()) return {};
    std::vector<Entrant> found = reached(sums.entrants(), *with, met);
    return found.size() > 1 ? found : std::vector<Entrant>{};
  }
  std::vector<Entrant> largest;
  std::vector<bool> seen(sums.entrants());
  for (Entrant e = 0; e < sums.entrants(); ++e) {
    if (seen[e]) continue;
    std::vector<Entrant> found = reached(sums.entrants(), e, met);
    for (const Entrant member : found) seen[member] = true;
    if (found.size() > 1 && found.size() > largest.size()) largest = std::move(found);
  }
  return largest;
}

double log_likelihood(const Group& group, const std::vector<double>& strengths) {
  // log(1 / (1 + exp(-d))) written so that exp() never overflows.
  const auto log_probability = [](double d) {
    return d > 0 ? -std::log1p(std::exp(-d)) : d - std::log1p(std::exp(d));
  };
  double sum = 0;
  for (const auto& [a, b, sums, ahead] : group.pairs) {
    const double apart = strengths[a] - strengths[b] + ahead;
    sum += sums.points * log_probability(apart) + (sums.games - sums.points) * log_probability(-apart);
  }
  return sum;
}

// Which way the likelihood rises, without number 0.
std::vector<double> slope_at(const Group& group, const std::vector<double>& strengths) {
  std::vector<double> slope(strengths.size());
  for (const auto& [a, b, sums, ahead] : group.pairs) {
    const double more = sums.points - sums.games * win_probability(strengths[a] - strengths[b] + ahead);
    slope[a] += more;
    slope[b] -= more;
  }
  slope.erase(slope.begin());
  return slope;
}

// One step of Newton's method: the slope divided by the curvature. Number 0 stays fixed.
std::vector<double> newton_step(const Group& group, const std::vector<double>& strengths) {
  return Cholesky(information(group, strengths)).solve(slope_at(group, strengths));
}

// The slope divided by the most that the curvature can be, wherever that is: a step that never overshoots.
// Far from the maximum the likelihood is so flat that Newton's steps lead anywhere.
std::vector<double> safe_step(const Group& group, const std::vector<double>& strengths) {
  Matrix bound(strengths.size() - 1);
  for (const auto& [a, b, sums, ahead] : group.pairs) add_link(bound, a, b, sums.games / 4);
  return Cholesky(std::move(bound)).solve(slope_at(group, strengths));
}

// From `strengths` so far along the step, halved so often.
std::vector<double> moved(const std::vector<double>& strengths, const std::vector<double>& step, int halved) {
  std::vector<double> next = strengths;
  for (std::size_t k = 0; k < step.size(); ++k) next[k + 1] += std::ldexp(step[k], -halved);
  return next;
}

double length_of(const std::vector<double>& step) {
  double length = 0;
  for (const double along : step) length = std::max(length, std::abs(along));
  return length;
}

}  // namespace

Group find_group(const RatingSums& sums, const std::optional<Entrant>& with, const std::vector<bool>& aside) {
  Group group;
  group.who = members(sums, with, aside);
  std::vector<std::uint32_t> number(sums.entrants(), kNotInGroup);
  for (std::size_t k = 0; k < group.who.size(); ++k) number[group.who[k]] = static_cast<std::uint32_t>(k);
  for (std::size_t b = 0; b < group.who.size(); ++b)
    for (std::size_t a = 0; a < b; ++a)
      if (const PairSums& pair = sums.pair(group.who[a], group.who[b]); pair.games > 0)
        group.pairs.push_back({a, b, pair, 0});
  for (ManyGame game : sums.many_games()) {
    bool all_in_group = true;  // one of them may be set aside
    for (std::uint32_t s = 0; s < game.seats; ++s) {
      game.who[s] = number[game.who[s]];
      all_in_group = all_in_group && game.who[s] != kNotInGroup;
    }
    if (all_in_group) group.games.push_back(game);
  }
  return group;
}

double win_probability(double stronger) { return 1 / (1 + std::exp(-stronger)); }

void add_link(Matrix& matrix, std::size_t a, std::size_t b, double weight) {
  if (a > 0) matrix.at(a - 1, a - 1) += weight;
  if (b > 0) matrix.at(b - 1, b - 1) += weight;
  if (a == 0 || b == 0) return;
  matrix.at(a - 1, b - 1) -= weight;
  matrix.at(b - 1, a - 1) -= weight;
}

Matrix information(const Group& group, const std::vector<double>& strengths) {
  Matrix matrix(strengths.size() - 1);
  for (const auto& [a, b, sums, ahead] : group.pairs) {
    const double p = win_probability(strengths[a] - strengths[b] + ahead);
    add_link(matrix, a, b, sums.games * std::max(kLeastCurvature, p * (1 - p)));
  }
  return matrix;
}

std::vector<double> most_likely_strengths(const Group& group) {
  std::vector<double> strengths(group.who.size());
  double height = log_likelihood(group, strengths);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> step = newton_step(group, strengths);
    const double length = length_of(step);
    // Damped Newton: a step is halved until the likelihood does not fall, because where the slope levels off
    // fast a step overshoots.
    std::vector<double> next = moved(strengths, step, 0);
    double reached = log_likelihood(group, next);
    for (int halved = 1; reached < height && length >= 1e-6 && halved < kHalvings; ++halved) {
      next = moved(strengths, step, halved);
      reached = log_likelihood(group, next);
    }
    if (!(reached >= height) && length >= 1e-6) {
      next = moved(strengths, safe_step(group, strengths), 0);
      reached = log_likelihood(group, next);
    }
    strengths = std::move(next);
    height = reached;
    if (length < 1e-10) break;
  }
  return strengths;
}

}  // namespace quiver::tournament
