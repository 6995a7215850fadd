// What the host of a ladder allows its teams. Plain values, any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::teams {

struct TeamRules {
  std::vector<std::string> kinds;                               // that are accepted; none: no submissions
  std::size_t max_size = std::size_t{16} << 20U;                // of an upload
  std::uint32_t per_hour = 12;                                  // submissions of a team
  std::uint32_t waiting = 1;                                    // of a team, at once
  std::uint32_t versions = 200;                                 // of a team, in all
  std::uint32_t builds = 1;                                     // at once, of all teams
  base::Duration build_time = std::chrono::minutes(10);         // for building and checking one
  std::uint32_t challenges_per_hour = 6;                        // of a team
  std::uint32_t challenge_games = 10;                           // in one challenge
  std::optional<std::chrono::system_clock::time_point> closes;  // submissions, from then on
};

}  // namespace quiver::teams
