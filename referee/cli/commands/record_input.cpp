#include "referee/cli/commands/record_input.hpp"

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

const char* const kRecordInputHelp =
    R"(  FILE                 records in lines of JSON or as text, the course's JSON of
                       Amazons, a history of Quoridor, or a store; which of
                       them is recognised by how the file begins
  --event NAME         only this event of a store
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

records::Reading RecordInput::reading() const {
  return {records::format_named(format_).value_or(records::Format::kAny), board_.game_options(), event_, {}};
}

namespace {

constexpr std::uint64_t kMostTold = 20;

std::string broken_lines(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " broken line" : " broken lines");
}

// Protobuf ends its sentences about JSON with a mark below a line that is not shown here.
std::string without_mark(const std::string& sentence) {
  return sentence.substr(0, sentence.find_last_not_of(" .^\n") + 1);
}

}  // namespace

std::string Visited::remark() const { return broken == 0 ? "" : "; " + broken_lines(broken) + " left out"; }

Visited visit_records(const std::string& path, const records::Reading& reading,
                      const records::RecordVisitor& visit, bool tell) {
  Visited visited;
  records::Reading how = reading;
  how.on_broken = [&](const base::Error& error) {
    if (++visited.broken <= kMostTold && tell) warn(without_mark(error.sentence) + "; it is left out");
  };
  const auto read = records::read_records(path, how, visit);
  if (visited.broken > kMostTold && tell)
    warn(base::quoted(path) + ": " + broken_lines(visited.broken - kMostTold) + " more");
  if (!read && read.error().code != base::Error::Code::kIllegal) throw UsageError(read.error().sentence);
  if (!read) visited.unplayable = read.error().sentence;
  return visited;
}

}  // namespace quiver::cli
