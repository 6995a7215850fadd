#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/team_json.hpp"
#include "referee/cli/commands/admin_session.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/team_text.hpp"

namespace quiver::cli {

namespace {

std::string team_help() {
  return "usage: quiver team status|versions|activate|withdraw [N] --to ADDRESS --token-file FILE\n\n"
         "  status               your team, which version plays, what may be submitted\n"
         "  versions             what you submitted, the latest first\n"
         "  activate N           let version N play: an earlier one, or a later one again\n"
         "  withdraw             play no more games, until a version is activated or\n"
         "                       submitted; what was played stays\n" +
         std::string(kToHelp) +
         R"(  --name NAME          your team, where the referee has no tokens
  --json               one JSON object (proto/quiver/v1/teams.proto)

example: quiver team versions --to quivers://ladder.example:7000 --token-file token
)";
}

struct TeamCommand {
  ConnectOptions connect;
  std::string what;
  std::optional<std::string> number;
  std::string name;
  bool json = false;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] wire::TeamBody request() const;
};

wire::TeamBody TeamCommand::request() const {
  if (what == "activate") {
    if (!number) throw UsageError("activate which version? Give its number, as versions lists it");
    const auto parsed = base::parse_number(*number);
    if (!parsed) throw UsageError("activate takes the number of a version, as versions lists it");
    return wire::Activate{*parsed};
  }
  if (number) throw UsageError(what + " takes no number");
  if (what == "withdraw") return wire::Withdraw{};
  return wire::TeamStatus{};
}

int TeamCommand::run() const {
  const wire::TeamBody asked = request();
  AdminSession session(connect, name.empty() ? "student" : name);
  const wire::TeamAnswer answer = session.ask({asked});
  Output out;
  if (json)
    out << wire::message_json(answer) << "\n";
  else if (const auto* me = std::get_if<wire::Me>(&answer.body))
    out << (what == "versions" ? versions_text(me->versions) : status_text(*me));
  else if (const auto* done = std::get_if<wire::TeamDone>(&answer.body))
    out << base::escaped(done->sentence) << "\n";
  out.finish();
  return 0;
}

}  // namespace

void add_team_command(CommandLine& program) {
  Command& command = program.add("team");
  auto team = std::make_shared<TeamCommand>();
  command.required_choice("WHAT", team->what, {"status", "versions", "activate", "withdraw"});
  command.word("N", team->number);
  team->connect.add_to(command, "--to");
  command.word("--name", team->name);
  command.flag("--json", team->json);
  command.help(team_help());
  command.run([team] { return team->run(); });
}

}  // namespace quiver::cli
