// How long a run of games will go on, as far as that can be told. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

// "1:02:03", "2:03".
std::string clock_text(double seconds);
// "0.042": seconds, to the millisecond.
std::string seconds_text(base::Duration time);

// What the clocks of all its seats allow a game to last, in seconds; none if they do not bound it.
std::optional<double> longest_game(const games::Position& start,
                                   const std::vector<wire::TimeControl>& clocks);

// How fast games end at present: over the last ten minutes, so that an estimate follows workers that come and
// go.
class RecentPace {
 public:
  explicit RecentPace(std::chrono::steady_clock::time_point began) : since_(began) {}

  void add_game(std::chrono::steady_clock::time_point now);
  // Seconds for so many more games; none if no game has ended lately.
  [[nodiscard]] std::optional<double> seconds_for(double games, std::chrono::steady_clock::time_point now);

 private:
  void forget_before(std::chrono::steady_clock::time_point then);

  std::chrono::steady_clock::time_point since_;  // from here on all games are in `ends_`
  std::deque<std::chrono::steady_clock::time_point> ends_;
};

// What time_left() needs to know about a run.
struct Pace {
  std::uint32_t games = 1;        // in all
  std::uint32_t concurrency = 1;  // at once
  std::optional<double> longest;  // seconds a game
};

// "about 0:40 left" by the games that have ended, or before the first one "at most 6:40 left" by the clocks.
// Empty if nothing can be told or nothing is left.
std::string time_left(const Pace& pace, std::uint32_t ended, double seconds_gone);

}  // namespace quiver::cli
