// When a season of a ladder ends: nobody new is admitted from a time on, and it goes on until ratings are
// settled.
//
// A plain value and a pure function, so that they can be tested without a clock. Any thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/store/standings.hpp"

namespace quiver::tournament {

using WallTime = std::chrono::system_clock::time_point;

struct SeasonEnd {
  std::optional<WallTime> until;  // nobody new is admitted any more; none: it never ends
  // Elo: from then on it is played until the interval of everybody who is in is at most so wide. None: it
  // ends at once, when the games that are being played are over.
  std::optional<double> settle;
  // Somebody came in time and is not in yet: what was submitted is being checked. May be empty.
  std::function<bool()> expects_more;
  std::function<WallTime()> now = [] { return std::chrono::system_clock::now(); };  // passed in for tests

  [[nodiscard]] bool is_closed() const { return until && now() >= *until; }
};

// Whether the 95 % interval of each active entrant is at most so wide. Who has won or lost everything has no
// rating that more games would settle, and counts as settled after kGamesOfTheUndetermined. Fewer than two
// are settled.
bool is_settled(const store::Standings& standings, double width);
inline constexpr std::uint32_t kGamesOfTheUndetermined = 20;

}  // namespace quiver::tournament
