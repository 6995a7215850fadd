// The bracket of a knockout or of a double elimination as a value, and its JSON
// (proto/quiver/v1/bracket.proto says what the fields mean). Filled by tournament::bracket_of, shown by the
// program and the page.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quiver::store {

struct Bracket {
  struct Place {
    std::string name;
    std::string display;
    std::uint32_t seed = 0;
    double points = 0;
    bool bye = false;
  };
  struct Tie {
    std::array<Place, 2> places;
    std::uint32_t played = 0;
    std::uint32_t games = 0;
    std::optional<std::uint32_t> winner;
    std::string decided_by;
  };
  struct Round {
    std::string part;
    std::uint32_t number = 1;
    std::vector<Tie> ties;
  };
  std::string event;
  std::string game;
  std::string format;
  bool complete = false;
  std::vector<Round> rounds;
  std::string winner;
  std::uint32_t games = 0;
  std::uint32_t most_games = 0;
  std::uint32_t entrants = 0;
};

// One line without a line end.
std::string bracket_json(const Bracket& bracket);

}  // namespace quiver::store
