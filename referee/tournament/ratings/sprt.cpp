#include "referee/tournament/ratings/sprt.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "client_sdk/base/text.hpp"

namespace quiver::tournament {

namespace {

using Shares = std::array<double, 5>;

// An outcome that has not been seen yet may still come.
constexpr double kUnseen = 1e-3;

Shares shares_of(const Sprt::Counts& counts) {
  Shares shares{};
  double sum = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    shares[k] = counts[k] == 0 ? kUnseen : static_cast<double>(counts[k]);
    sum += shares[k];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

// The most likely distribution with mean `score` gives outcome x the weight share / (1 + m (x - score)); the
// multiplier m makes the weights add up. The sum below falls with m, and no weight exceeds 1, which bounds m.
double multiplier(const Shares& shares, double score) {
  double low = -(1 - shares.back()) / (1 - score), high = (1 - shares.front()) / score;
  double m = 0;
  // Newton's method inside a bracket, with bisection where a step would leave it.
  for (int step = 0; step < 100 && high - low > 1e-13; ++step) {
    double sum = 0, slope = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const double off = static_cast<double>(k) / 4 - score, part = off / (1 + m * off);
      sum += shares[k] * part;
      slope -= shares[k] * part * part;
    }
    if (sum == 0) break;
    (sum > 0 ? low : high) = m;
    const double newton = m - sum / slope;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    if (std::abs(next - m) < 1e-15) break;
    m = next;
  }
  return m;
}

// The mean logarithm of the weights under that distribution, but for a term that is the same for every score.
double log_likelihood(const Shares& shares, double score) {
  const double m = multiplier(shares, score);
  double sum = 0;
  for (std::size_t k = 0; k < shares.size(); ++k)
    sum -= shares[k] * std::log1p(m * (static_cast<double>(k) / 4 - score));
  return sum;
}

base::Result<double> parse_real(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (fault != std::errc{} || rest != end || !std::isfinite(value))
    return base::bad_input(base::quoted(text) + " is not a number");
  return value;
}

double* field(SprtPlan& plan, std::string_view name) {
  if (name == "elo0") return &plan.elo0;
  if (name == "elo1") return &plan.elo1;
  if (name == "alpha") return &plan.alpha;
  if (name == "beta") return &plan.beta;
  return nullptr;
}

base::Result<void> check(const SprtPlan& plan) {
  if (std::abs(plan.elo0) > 1000 || std::abs(plan.elo1) > 1000)
    return base::bad_input("elo0 and elo1 lie between -1000 and 1000");
  if (plan.elo0 >= plan.elo1) return base::bad_input("elo0 must be less than elo1");
  const auto is_error_rate = [](double value) { return value >= 1e-9 && value <= 0.5; };
  if (!is_error_rate(plan.alpha) || !is_error_rate(plan.beta) || plan.alpha + plan.beta >= 1)
    return base::bad_input("alpha and beta lie above 0, are at most 0.5 and not both 0.5");
  return {};
}

}  // namespace

double expected_score(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

base::Result<Sprt> Sprt::parse(std::string_view text) {
  SprtPlan plan;
  std::set<std::string_view> seen;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    double* const value = field(plan, name);
    if (equals == std::string_view::npos || value == nullptr)
      return base::bad_input("a sequential test is written as elo0=0,elo1=10,alpha=0.05,beta=0.05, not as " +
                             base::quoted(part));
    if (!seen.insert(name).second) return base::bad_input(std::string(name) + " is given twice");
    const auto number = parse_real(part.substr(equals + 1));
    if (!number) return base::bad_input(std::string(name) + ": " + number.error().sentence);
    *value = *number;
  }
  if (const auto fits = check(plan); !fits) return fits.error();
  return Sprt(plan);
}

void Sprt::add(unsigned half_points) {
  ++counts_.at(half_points);
  // Once decided the state stays; later pairs are counted and decide nothing.
  if (state_ != State::kContinue) return;
  const double ratio = llr();
  if (ratio <= lower()) state_ = State::kAcceptH0;
  if (ratio >= upper()) state_ = State::kAcceptH1;
}

std::uint64_t Sprt::pairs() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

double Sprt::llr() const {
  if (pairs() == 0) return 0;
  const Shares shares = shares_of(counts_);
  return static_cast<double>(pairs()) * (log_likelihood(shares, expected_score(plan_.elo1)) -
                                         log_likelihood(shares, expected_score(plan_.elo0)));
}

// The ratio wanders like a Brownian motion between two absorbing walls: `drift` a pair on the average, which
// is what it made so far, and with the variance (s1 - s0)^2 / v, where v is that of a pair's score.
std::optional<double> Sprt::pairs_left() const {
  if (pairs() == 0) return std::nullopt;
  if (state_ != State::kContinue) return 0;
  const Shares shares = shares_of(counts_);
  double mean = 0, square = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const double score = static_cast<double>(k) / 4;
    mean += shares[k] * score;
    square += shares[k] * score * score;
  }
  const double apart = expected_score(plan_.elo1) - expected_score(plan_.elo0);
  const double variance = apart * apart / (square - mean * mean);
  const double at = llr(), drift = at / static_cast<double>(pairs());
  const double above_lower = at - lower(), below_upper = upper() - at, walls = upper() - lower();
  const double pull = 2 * drift / variance;
  if (std::abs(pull) * walls < 1e-6) return above_lower * below_upper / variance;
  // Written so that no exponential overflows.
  const double to_upper =
      pull > 0 ? -std::expm1(-pull * above_lower) / -std::expm1(-pull * walls)
               : std::exp(pull * below_upper) * std::expm1(pull * above_lower) / std::expm1(pull * walls);
  return std::max(0.0, (to_upper * walls - above_lower) / drift);
}

// Wald's bounds.
double Sprt::lower() const { return std::log(plan_.beta / (1 - plan_.alpha)); }
double Sprt::upper() const { return std::log((1 - plan_.beta) / plan_.alpha); }

}  // namespace quiver::tournament
