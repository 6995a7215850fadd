#include "referee/cli/reports/time_left.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace quiver::cli {

namespace {

constexpr std::chrono::minutes kLately(10);
constexpr std::size_t kMostEnds = 10'000;

double seconds_of(base::Duration time) { return base::millis(time) / 1000; }

// No game has more moves: one that says how many there may be, or else one that fills a cell with each move.
std::uint32_t most_moves(const games::Position& start) {
  return start.visit([&](const auto& game) {
    if constexpr (requires { game.max_plies(); })
      return game.max_plies();
    else
      return start.graph().num_vertices();
  });
}

}  // namespace

std::string clock_text(double seconds) {
  const auto all = static_cast<unsigned long>(seconds + 0.5);
  std::array<char, 32> text{};
  if (all >= 3600)
    std::snprintf(text.data(), text.size(), "%lu:%02lu:%02lu", all / 3600, all / 60 % 60, all % 60);
  else
    std::snprintf(text.data(), text.size(), "%lu:%02lu", all / 60, all % 60);
  return text.data();
}

std::string seconds_text(base::Duration time) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.3f", base::millis(time) / 1000);
  return text.data();
}

std::optional<double> longest_game(const games::Position& start,
                                   const std::vector<wire::TimeControl>& clocks) {
  if (clocks.empty()) return std::nullopt;
  // Seats take turns, so each makes at most its share of the moves, rounded up.
  const double moves = std::ceil(most_moves(start) / static_cast<double>(clocks.size()));
  double sum = 0;
  for (const wire::TimeControl& clock : clocks) {
    double most = seconds_of(clock.cap) * moves;
    if (clock.per_move) most = std::min(most, seconds_of(*clock.per_move) * moves);
    if (clock.bank) most = std::min(most, seconds_of(*clock.bank) + seconds_of(clock.increment) * moves);
    sum += most;
  }
  return sum;
}

void RecentPace::forget_before(std::chrono::steady_clock::time_point then) {
  while (!ends_.empty() && (ends_.front() < then || ends_.size() > kMostEnds)) {
    since_ = ends_.front();
    ends_.pop_front();
  }
}

void RecentPace::add_game(std::chrono::steady_clock::time_point now) {
  ends_.push_back(now);
  forget_before(now - kLately);
}

std::optional<double> RecentPace::seconds_for(double games, std::chrono::steady_clock::time_point now) {
  forget_before(now - kLately);
  if (ends_.empty()) return std::nullopt;
  const double seconds = std::chrono::duration<double>(now - since_).count();
  return seconds / static_cast<double>(ends_.size()) * games;
}

std::string time_left(const Pace& pace, std::uint32_t ended, double seconds_gone) {
  if (ended >= pace.games) return "";
  const double left = pace.games - ended;
  // By the average so far, which includes the concurrency.
  if (ended > 0) return "about " + clock_text(seconds_gone / ended * left) + " left";
  if (!pace.longest) return "";
  const double rounds = std::ceil(left / std::max(1U, pace.concurrency));
  return "at most " + clock_text(std::max(0.0, rounds * *pace.longest - seconds_gone)) + " left";
}

}  // namespace quiver::cli
