// Games in formats that others made: the course's JSON of Amazons, and the history of the Quoridor report.
//
// Both contain only moves. The result is a whole record: who is blocked, places, winner and end follow from
// the moves. A game that does not end with its last move is void. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// Amazons on the board that `board` describes: the course's JSON does not name one.
base::Result<wire::Record> read_course_game(std::string_view json, const games::Options& board);

// A game in the course's JSON.
struct CourseGame {
  std::string json;
  std::string left_out;  // the events that it lacks: "x1"; empty if it is complete
};
// Eliminations that end the game are left out, because the course's JSON has none; an error if there are any
// before, if it is another game, or if it cannot be replayed.
base::Result<CourseGame> course_game(const wire::Record& record);

// A move of the report in our notation: "e8" is e2, "e7h" is e2h (docs/operate/records.md says why).
base::Result<std::string> from_report(std::string_view move);

// The lines of one game, two moves each, the first mover's before the second's; the last may have one. The
// error names the line, counted from `first_line`.
base::Result<wire::Record> read_quoridor_history(const std::vector<std::string>& lines,
                                                 std::size_t first_line);

}  // namespace quiver::records
