#include "referee/cli/record_input.hpp"

#include "referee/cli/command_line.hpp"
#include "referee/cli/usage_error.hpp"

namespace quiver::cli {

const char* const kRecordInputHelp =
    R"(  FILE                 records in lines of JSON or as text, the course's JSON of
                       Amazons, a history of Quoridor, or a store; how it begins
                       tells which
  --event NAME         of a store, only this event
  --board BOARD, --size N, --start START, --seats 2|4
                       the board of games in the course's JSON, which lacks it
)";

void RecordInput::add_to(Command& command) {
  command.word("--event", event_);
  board_.add_board_to(command);
}

void RecordInput::add_format_to(Command& command) {
  command.choice("--format", format_, {"auto", "jsonl", "text", "course-json", "quoridor"});
}

store::Reading RecordInput::reading() const {
  return {store::format_named(format_).value_or(store::Format::kAny), board_.game_options(), event_};
}

std::string visit_records(const std::string& path, const store::Reading& reading,
                          const store::RecordVisitor& visit) {
  const auto read = store::read_records(path, reading, visit);
  if (!read && read.error().code != base::Error::Code::kIllegal) throw UsageError(read.error().sentence);
  return read ? "" : read.error().sentence;
}

}  // namespace quiver::cli
