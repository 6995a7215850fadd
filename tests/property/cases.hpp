// The games that the properties are tried on: every game, many boards, all numbers of seats.
//
// A case says how the real game is started and, in the reference's own terms, what that start is. To try
// the properties on another board, add a case.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/games/registry.hpp"
#include "tests/property/reference.hpp"

namespace quiver::tests {

struct Case {
  std::string name;
  std::string game;
  games::Options options;
  std::function<std::unique_ptr<Reference>()> reference;
  bool large = false;  // so many moves that only the opening is compared
};

// One module for each game, cases_<game>.cpp, defines it for its game; the linker names the one that a game
// lacks.
template <class Game>
struct GameCases {
  static std::vector<Case> all();
};
// By the game's name.
std::vector<Case> cases_of(const std::string& game);

// A map file's text.
std::string map_text(const std::vector<std::string>& lines);
// Options with this map, which is a valid one.
games::Options with_map(const std::vector<std::string>& lines);

}  // namespace quiver::tests
