// What a person may play: answers to "?d1", and moves as they are typed, whole or piece by piece.
//
// Whether a move is legal, and why it is not, is said by the game's own rules. Plain values; the position is
// not over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/draw/board.hpp"
#include "client_sdk/games/position.hpp"

namespace quiver::human {

struct Advice {
  std::string text;  // a sentence or two
  draw::Marks marks;

  [[nodiscard]] bool shows_something() const { return !marks.targets.empty() || marks.target_wall; }
};

// What can be played; `asked` is what stood after the question mark.
Advice advise(const games::Position& position, std::string_view asked);

// A move that is being typed.
class Entry {
 public:
  struct Answer {
    std::optional<games::Move> move;  // it is complete and legal
    Advice advice;                    // or else what is wrong with it, or what is missing
  };
  Answer take(const games::Position& position, std::string_view typed);

  // Some of its cells were typed already.
  [[nodiscard]] bool begun() const { return !chosen_.empty(); }
  void forget() { chosen_.clear(); }

 private:
  std::vector<std::string> chosen_;
};

// "d1-d7/g7": a move of this game as one would be written.
std::string example_of(const games::Position& position);

}  // namespace quiver::human
