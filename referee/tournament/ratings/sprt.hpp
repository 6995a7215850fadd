// A sequential test of whether one bot is stronger than another, over pairs of games with the same opening.
//
// H0 says that the bot under test is elo0 stronger, H1 that it is elo1 stronger. A pair of games is worth 0
// to 4 half points to it; how the five are distributed is estimated, so that draws and openings that favour a
// seat cost no precision: this is the generalised sequential probability ratio test on five outcomes. Add
// pairs in the order in which they came: the first bound that is crossed decides, whatever comes later. One
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::tournament {

// What is tested, and with which error rates.
struct SprtPlan {
  double elo0 = 0, elo1 = 10;        // logistic, at most 1000 either way
  double alpha = 0.05, beta = 0.05;  // how often H1, or H0, may be accepted though the other holds
};

// The share of the points that so much strength is worth.
double expected_score(double elo);

class Sprt {
 public:
  enum class State { kContinue, kAcceptH0, kAcceptH1 };
  using Counts = std::array<std::uint64_t, 5>;  // of pairs, by half points

  explicit Sprt(const SprtPlan& plan) : plan_(plan) {}
  // "elo0=0,elo1=10,alpha=0.05,beta=0.05" in any order; what is left out is as in SprtPlan.
  static base::Result<Sprt> parse(std::string_view text);

  // What the bot under test got in a pair of games, in half points, 0 to 4.
  void add(unsigned half_points);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const SprtPlan& plan() const { return plan_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t pairs() const;
  // The logarithm of how much more likely the results are under H1, and where it decides.
  [[nodiscard]] double llr() const;
  [[nodiscard]] double lower() const;
  [[nodiscard]] double upper() const;
  // How many more pairs it takes on the average until a bound is crossed, if all go on as they did so far.
  // None before the first pair; 0 once it is decided.
  [[nodiscard]] std::optional<double> pairs_left() const;

 private:
  SprtPlan plan_;
  Counts counts_{};
  State state_ = State::kContinue;
};

}  // namespace quiver::tournament
