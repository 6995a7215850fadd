// The boards of a tournament or a ladder: --board, which may be given several times, each with settings of
// its own behind the shape, as a [[board]] table of a TOML file has them.
//
// "donut size=12 name=large openings=random:4". What a board does not say is as the options of the command
// say. Files are read here; bad usage is a UsageError. One thread.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client_sdk/games/position.hpp"

namespace quiver::cli {

class PositionOptions;

struct NamedBoard {
  std::string name;  // in the event; empty if there is only one board
  games::Options options;
  games::Position start;
  std::optional<std::string> openings;  // as --openings takes them
  std::string shape = {};               // as it was given: a shape, the path of a map, or nothing
};

// At least one, with different names and as many seats each. `openings` are those of the command. Throws
// UsageError.
std::vector<NamedBoard> event_boards(const PositionOptions& position,
                                     const std::optional<std::string>& openings);

// The options that mean the same boards to another command, in whatever folder that runs; without openings.
std::vector<std::string> board_arguments(const std::vector<NamedBoard>& boards);

extern const char* const kBoardsHelp;

}  // namespace quiver::cli
