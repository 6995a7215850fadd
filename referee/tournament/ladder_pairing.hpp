// Whom a ladder lets play next: a pure choice, so that it can be tested without a network.
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

// Who moves first, and the other; none if there are no two. Who has played least is next, the longest waiting
// among them. Its opponent is near it in rating, has not met it often and has not played much more: each game
// against the same one weighs like 25 Elo of distance, and so does each game that it has played more, up
// to 20. Who has not been rated is as near as can be to everybody. Of the two, the one that has moved first
// in a smaller share of its games does.
// `met` says how often two have played each other this season.
std::optional<std::pair<Entrant, Entrant>> choose_pair(
    const std::vector<Candidate>& candidates, const std::function<std::uint32_t(Entrant, Entrant)>& met);

}  // namespace quiver::tournament
