#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/submission_client.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/teams/build/pack_submission.hpp"

namespace quiver::cli {

namespace {

constexpr int kRefused = 1;
constexpr int kInterrupted = 3;

std::string submit_help() {
  return "usage: quiver submit PATH ... --to ADDRESS --token-file FILE [options]\n\n"
         "Submits a bot to a running ladder: a file, a folder, several files, or an\n"
         "archive (.zip, .tar, .tar.gz). The referee builds it and checks it on its own\n"
         "boards. A bot that passes plays at once, instead of your earlier version.\n"
         "Shows what happens, and the whole report in the end. If the connection is lost,\n"
         "it connects again and follows the same submission.\n\n" +
         std::string(kToHelp) +
         R"(  --file FILE          a further file that the bot reads; repeatable
  --kind KIND          python, so, text, botzone, cpp or binary (found out)
  --game GAME          submit only if this is the game that is played there
  --name NAME          your team, where the referee has no tokens
  --json               one JSON object for each message of the referee on stdout
                       (proto/quiver/v1/teams.proto), and nothing else
  --quiet              no progress on stderr

exit codes:
  0  admitted
  1  refused; the report says why
  2  bad usage or input, or no connection
  3  the referee's machine could not build or check it

examples:
  quiver submit my_bot.py --to quivers://ladder.example:7000 --token-file token
  quiver submit my_bot.py --file eval.py --to quiver://localhost:7000 --name ann
)";
}

struct SubmitCommand {
  SubmissionClient::Options options;
  std::vector<std::string> paths;
  std::vector<std::string> files;

  [[nodiscard]] int run();
};

int SubmitCommand::run() {
  if (paths.empty()) throw UsageError("what is to be submitted? Give a file, a folder or an archive");
  paths.insert(paths.end(), files.begin(), files.end());
  teams::PackedSubmission packed = need(teams::pack_submission(paths));
  if (packed.bytes.empty()) throw UsageError(base::quoted(packed.file_name) + " is empty");
  const wire::SubmitReport report =
      SubmissionClient(options, std::move(packed.file_name), std::move(packed.bytes)).run();
  using State = wire::TeamVersion::State;
  return report.state == State::kAdmitted ? 0 : report.state == State::kRefused ? kRefused : kInterrupted;
}

}  // namespace

void add_submit_command(CommandLine& program) {
  Command& command = program.add("submit");
  auto submit = std::make_shared<SubmitCommand>();
  command.lists("PATH", submit->paths);
  command.words("--file", submit->files);
  submit->options.connect.add_to(command, "--to");
  command.word("--name", submit->options.name);
  command.word("--game", submit->options.game);
  command.word("--kind", submit->options.kind);
  command.flag("--json", submit->options.json);
  command.flag("--quiet", submit->options.quiet);
  command.help(submit_help());
  command.run([submit] { return submit->run(); });
}

}  // namespace quiver::cli
