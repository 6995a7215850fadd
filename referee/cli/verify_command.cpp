#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/command_line.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/output.hpp"
#include "referee/cli/record_input.hpp"
#include "referee/store/judge.hpp"

namespace quiver::cli {

namespace {

constexpr int kDifferent = 1;

struct VerifyCommand {
  std::string file;
  RecordInput input;

  [[nodiscard]] int run() const;
};

std::string help() {
  return R"(usage: quiver verify FILE [options]

Plays every recorded game again and compares: moves, who was out, winner, end,
places, and the hash of the last position. Prints the first difference.

)" + std::string(kRecordInputHelp) +
         R"(
exit codes: 0 all as recorded, 1 a difference, 2 the file cannot be read

example:  quiver verify games.jsonl
)";
}

int VerifyCommand::run() const {
  std::uint64_t count = 0;
  std::string difference;
  const std::string unplayable = visit_records(file, input.reading(), [&](const store::FoundRecord& found) {
    ++count;
    if (const auto judged = store::judge(found.record); !judged)
      difference = base::quoted(file) + ", " + found.place + " (" + base::escaped(found.record.id, 80) +
                   "): " + judged.error().sentence;
    return difference.empty();
  });
  if (!unplayable.empty()) difference = unplayable;
  Output out;
  out << (difference.empty() ? std::to_string(count) + (count == 1 ? " game" : " games, all") + " as recorded"
                             : difference)
      << "\n";
  out.finish();
  return difference.empty() ? 0 : kDifferent;
}

}  // namespace

void add_verify_command(CommandLine& program) {
  Command& command = program.add("verify");
  auto verify = std::make_shared<VerifyCommand>();
  command.required_word("FILE", verify->file);
  verify->input.add_to(command);
  command.help(help());
  command.run([verify] { return verify->run(); });
}

}  // namespace quiver::cli
