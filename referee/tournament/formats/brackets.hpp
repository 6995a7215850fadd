// The rounds of a knockout and of a double elimination as they are drawn on paper: with those that are still
// to come.
//
// Pure, as format.hpp says.
#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

struct BracketTie {
  // Who sits here; none: not known yet, or, if the tie is drawn, nobody.
  std::optional<Entrant> first;
  std::optional<Entrant> second;
  std::uint32_t pairing = 0;   // its number; 0: nobody plays it, or it is not drawn yet
  bool is_drawn = false;       // it is known who sits here
  bool favours_first = false;  // if it is level; else the better seed goes on
};

struct BracketRound {
  enum class Part {
    kFirst,   // the only bracket of a knockout; in a double elimination that of the unbeaten
    kSecond,  // of those who have lost once
    kFinal,   // the two who are left of a double elimination; once more if the unbeaten one lost
  };
  Part part = Part::kFirst;
  std::uint32_t number = 1;      // in its part, from 1
  std::vector<BracketTie> ties;  // in the order of the bracket: of a knockout the winners of neighbours meet
};

// Part by part. `so_far` is in the order of the pairings' numbers.
std::vector<BracketRound> knockout_rounds(std::uint32_t entrants, const std::vector<Played>& so_far);
std::vector<BracketRound> double_elimination_rounds(std::uint32_t entrants,
                                                    const std::vector<Played>& so_far);

}  // namespace quiver::tournament
