// Chooses the next pair of a ladder: a pure function, so that it can be tested without a network.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// Somebody who could play now.
struct Candidate {
  Entrant entrant = 0;
  double elo = 0;             // 0 for who has none yet
  bool rated = false;         // surely enough for distances to mean something
  std::uint32_t games = 0;    // this season, those that go on included
  std::uint32_t firsts = 0;   // in how many of them it moved first
  std::uint64_t waiting = 0;  // the smaller, the longer it has been free
};

// The player to move first, and its opponent; none if there are not two. The player with the fewest games is
// next, among equals the one that has waited longest. Its opponent has a similar rating, has not met it
// often and has not played many more games: each game between the two counts like a distance of 25 Elo, and
// so does each further game that the opponent has played, up to 20. An unrated player has distance 0 to
// everybody. Of the two, the one that has moved first in a smaller share of its games moves first. `met`
// says how often two have played each other this season.
std::optional<std::pair<Entrant, Entrant>> choose_pair(
    const std::vector<Candidate>& candidates, const std::function<std::uint32_t(Entrant, Entrant)>& met);

}  // namespace quiver::tournament
