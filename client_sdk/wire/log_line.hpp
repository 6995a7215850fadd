// A line that a bot printed in a game, as JSON: proto/quiver/v1/log.proto says what is in it. Pure, any
// thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quiver::wire {

struct LogLine {
  std::uint32_t ply = 0;  // how many moves had been made
  bool turn = false;      // the bot was to move
  bool part = false;      // it goes on in the next entry
};

// One line of JSON with its end. `text` may have any bytes in it: what would not be shown as itself is
// escaped.
std::string log_line_json(const LogLine& line, std::string_view text);
// The entry after the last one that was kept.
std::string log_cut_json();

}  // namespace quiver::wire
