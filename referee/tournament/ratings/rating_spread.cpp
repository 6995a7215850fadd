#include "referee/tournament/ratings/rating_spread.hpp"

#include <algorithm>
#include <array>

#include "referee/tournament/points.hpp"

namespace quiver::tournament {

namespace {

// What is added counts for something too; simulated coverage, which the tests repeat, has no need of less.
constexpr double kAddedFreedom = 2, kLeastFreedom = 4;

// How much residuals scatter compared with those of independent games.
struct Scatter {
  double seen = 0;      // squared residuals
  double expected = 0;  // what independent games would leave of them
  double whole = 0;     // their variance before the strengths follow
  double clusters = 0;
  double prior = 0;  // what one cluster is taken to add

  void add(double residual, double variance, double leverage, double count) {
    seen += residual;
    expected += (1 - leverage) * variance;
    whole += variance;
    clusters += count;
  }
  [[nodiscard]] double one_cluster() const { return whole / clusters; }
  [[nodiscard]] double ratio() const { return (seen + prior * one_cluster()) / (expected + one_cluster()); }
  // What to add to the squared residuals, as a multiple of the variance of independent games.
  [[nodiscard]] double correction(double leverage) const { return leverage * ratio() + prior / clusters; }
};

// Computes the sandwich estimator of rating_spread.hpp.
class Summing {
 public:
  Summing(const Group& group, const std::vector<double>& strengths)
      : group_(group), strengths_(strengths), inverse_(Cholesky(information(group, strengths)).inverse()) {}

  [[nodiscard]] Spread spread() const {
    Matrix pulls(inverse_.size());
    double clusters = add_pairs(pulls);
    clusters += add_games(pulls);
    const double left = clusters - static_cast<double>(inverse_.size());
    return {sandwich(inverse_, pulls), std::max(kLeastFreedom, left + kAddedFreedom)};
  }

 private:
  // What a cluster contributes: its squared residual, its variance if games were independent, its leverage.
  struct Pull {
    double residual, variance, leverage;
  };

  [[nodiscard]] double odds(std::size_t a, std::size_t b) const {
    return win_probability(strengths_[a] - strengths_[b]);
  }
  // The variance of the difference of two strengths if games were independent.
  [[nodiscard]] double apart(std::size_t a, std::size_t b) const {
    const auto at = [&](std::size_t i, std::size_t j) {
      return i == 0 || j == 0 ? 0 : inverse_.at(i - 1, j - 1);
    };
    return at(a, a) + at(b, b) - 2 * at(a, b);
  }

  [[nodiscard]] Pull pull_of(const Group::Pair& pair) const {
    const PairSums& sums = pair.sums;
    const double p = win_probability(strengths_[pair.a] - strengths_[pair.b] + pair.ahead),
                 one_game = p * (1 - p);
    const double leverage = std::min(1.0, sums.nn / sums.n * one_game * apart(pair.a, pair.b));
    return {std::max(0.0, sums.tt - 2 * p * sums.tn + p * p * sums.nn), sums.n * one_game, leverage};
  }

  double add_pairs(Matrix& pulls) const {
    Scatter scatter{.prior = 1};
    for (const Group::Pair& pair : group_.pairs) {
      if (pair.sums.n == 0) continue;
      const Pull pull = pull_of(pair);
      scatter.add(pull.residual, pull.variance, pull.leverage, pair.sums.clusters);
    }
    for (const Group::Pair& pair : group_.pairs) {
      if (pair.sums.n == 0) continue;
      const Pull pull = pull_of(pair);
      add_link(pulls, pair.a, pair.b, pull.residual + scatter.correction(pull.leverage) * pull.variance);
    }
    return scatter.clusters;
  }

  // A game of many pulls at all its players at once.
  using Pulls = std::array<double, base::kMaxSeats>;
  [[nodiscard]] Pull pull_of(const ManyGame& game, Pulls& residuals) const {
    Pull pull{0, 0, 0};
    residuals = {};
    for (std::uint32_t s = 0; s < game.seats; ++s)
      for (std::uint32_t t = 0; t < game.seats; ++t) {
        if (game.who[s] == game.who[t]) continue;
        const double p = odds(game.who[s], game.who[t]);
        residuals[s] += points_against(game.places[s], game.places[t]) - p;
        pull.variance += p * (1 - p);
        pull.leverage += p * (1 - p) * apart(game.who[s], game.who[t]) / 2;
      }
    for (const double residual : residuals) pull.residual += residual * residual;
    pull.leverage = std::min(1.0, pull.leverage / (game.seats - 1));
    return pull;
  }

  double add_games(Matrix& pulls) const {
    if (group_.games.empty()) return 0;
    // The results of a game with k seats are no independent ones: if all places are as likely, they scatter
    // so much.
    const double prior = (group_.games.front().seats + 1) / 3.0;
    Scatter scatter{.prior = prior};
    Pulls residuals;
    for (const ManyGame& game : group_.games) {
      const Pull pull = pull_of(game, residuals);
      scatter.add(pull.residual, pull.variance, pull.leverage, 1);
    }
    double free = 0;
    for (const ManyGame& game : group_.games) {
      const Pull pull = pull_of(game, residuals);
      add_game(pulls, game, residuals, scatter.correction(pull.leverage));
      free += game.seats - 1;
    }
    return free;
  }

  void add_game(Matrix& pulls, const ManyGame& game, const Pulls& residuals, double correction) const {
    for (std::uint32_t s = 0; s < game.seats; ++s)
      for (std::uint32_t t = 0; t < game.seats; ++t) {
        const std::size_t a = game.who[s], b = game.who[t];
        if (a > 0 && b > 0) pulls.at(a - 1, b - 1) += residuals[s] * residuals[t];
        if (a < b) add_link(pulls, a, b, correction * odds(a, b) * (1 - odds(a, b)));
      }
  }

  const Group& group_;
  const std::vector<double>& strengths_;
  Matrix inverse_;
};

}  // namespace

Spread spread_of(const Group& group, const std::vector<double>& strengths) {
  return Summing(group, strengths).spread();
}

}  // namespace quiver::tournament
