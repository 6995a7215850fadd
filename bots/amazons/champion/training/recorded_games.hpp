// Games of Amazons as `quiver export --format text` writes them, for whatever learns from them.
//
// Only games of two seats that were played out are of use; others are passed over. One thread.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::bots::amazons::champion {

struct RecordedGame {
  games::Amazons start;
  std::vector<games::Amazons::Move> moves;
  std::size_t opening = 0;  // how many of them no bot chose
  base::Seat winner;
};

// All games of a file; the error names the line that is wrong.
base::Result<std::vector<RecordedGame>> read_games(const std::string& path);

}  // namespace quiver::bots::amazons::champion
