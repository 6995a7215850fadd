// The report about a game in which a bot was eliminated for a fault: the reason, the final position, and the
// last lines that the bot printed. The reports for CI jobs share it.
//
// Everything in it is bounded and fit to be shown: valid UTF-8, no control characters but tabs. Pure but for
// reading the log that the record names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

// "game 3: a - b".
std::string game_title(const wire::Record& record);
// What all its bots have used together.
base::Duration game_time(const wire::Record& record);

// What a report shows of one game with a fault.
struct GameFault {
  struct Seat {
    std::string name;
    std::string reason;  // "CRASHED"
    std::string detail;
    std::vector<std::string> log;  // the last lines that it printed

    // "b: CRASHED, its process ended: exit status 4".
    [[nodiscard]] std::string sentence() const { return name + ": " + reason + ", " + detail; }
  };
  std::vector<Seat> seats;            // at least one
  std::vector<std::string> position;  // the lines of a drawing
};

enum class FaultDetail { kWhole, kBrief };  // briefly: without position and log

// Nothing if nobody was eliminated for a fault, or if the game is void.
std::optional<GameFault> game_fault(const wire::Record& record, FaultDetail detail);

// The position that the record ends with, from its moves; an error if they cannot be played.
base::Result<games::Position> last_position(const wire::Record& record);

// The last 20 lines of a file, or more where they are one Python traceback: no more of it than some kilobytes
// is read. None if it is not a plain file.
std::vector<std::string> last_lines(const std::string& path);

// A line from anywhere, made harmless (harmless_text.hpp) but for its tabs; cut after `most` bytes.
std::string shown_line(std::string_view line, std::size_t most = 400);

}  // namespace quiver::cli
