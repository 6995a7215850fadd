// What a person says at the prompt: a command, or something that is meant as a move.
#pragma once

#include <string>

#include "client_sdk/games/position.hpp"

namespace quiver::human {

struct Said {
  enum class Kind {
    kNothing,
    kHelp,
    kRules,
    kBoard,
    kTargets,  // "?d1", "moves": the text is what stands after it
    kUndo,
    kResign,
    kQuit,
    kYes,
    kNo,
    kOther,  // a move, most likely: the text is all of it
  };
  Kind kind = Kind::kNothing;
  std::string text;

  friend bool operator==(const Said&, const Said&) = default;
};

// Upper case, spaces to no purpose and control characters make no difference.
Said understand(const std::string& line);

// Lines for the command `help`; `undo` says whether moves can be taken back here.
std::string help_for(const games::Position& position, bool undo);

}  // namespace quiver::human
