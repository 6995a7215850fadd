#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/record_input.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/records/verify.hpp"

namespace quiver::cli {

namespace {

constexpr int kNotAsRecorded = 1;

struct VerifyCommand {
  std::string file;
  RecordInput input;

  [[nodiscard]] int run() const;
};

std::string verify_help() {
  return R"(usage: quiver verify FILE [options]

Plays every recorded game again and compares: moves, eliminations, winner, end,
places, and the hash of the last position. Prints the first difference.

)" + std::string(kRecordInputHelp) +
         R"(
A line that is not a record is reported on stderr and skipped.

exit codes:
  0        all games are as recorded
  1        a game differs, or a line is broken
  2        the file cannot be read

example:  quiver verify games.jsonl
)";
}

int VerifyCommand::run() const {
  std::uint64_t count = 0;
  std::string difference;
  const Visited visited = visit_records(file, input.reading(), [&](const records::FoundRecord& found) {
    ++count;
    if (const auto judged = records::judge(found.record); !judged)
      difference = base::quoted(file) + ", " + found.place + " (" + base::escaped(found.record.id, 80) +
                   "): " + judged.error().sentence;
    return difference.empty();
  });
  if (!visited.unplayable.empty()) difference = visited.unplayable;
  Output out;
  out << (difference.empty() ? std::to_string(count) + (count == 1 ? " game" : " games, all") +
                                   " as recorded" + visited.remark()
                             : base::one_line(difference))
      << "\n";
  out.finish();
  return difference.empty() && visited.broken == 0 ? 0 : kNotAsRecorded;
}

}  // namespace

void add_verify_command(CommandLine& program) {
  Command& command = program.add("verify");
  auto verify = std::make_shared<VerifyCommand>();
  command.required_word("FILE", verify->file);
  verify->input.add_to(command);
  command.help(verify_help());
  command.run([verify] { return verify->run(); });
}

}  // namespace quiver::cli
