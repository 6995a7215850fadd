#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/admin_session.hpp"
#include "referee/cli/command_line.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/output.hpp"
#include "referee/cli/usage_error.hpp"

namespace quiver::cli {

namespace {

struct AdminCommand {
  ConnectOptions connect;
  std::string what;
  std::string whom;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] wire::ClientMessage request() const;
};

std::string help() {
  return "usage: quiver admin list|kick|abort [NAME|MATCH] --connect ADDRESS --token T\n\n"
         "  list                 who is connected, and what is being played\n"
         "  kick NAME            close a competitor's connections; its seats are out\n"
         "  abort MATCH          end the match of this number; it is void\n" +
         std::string(kConnectHelp) +
         "\nexample: quiver admin list --connect quiver://localhost:7000 --token T\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + base::escaped(word, 64);
  return all;
}

std::string text(const wire::Listing& listing) {
  std::string out;
  for (const auto& one : listing.competitors)
    out += "competitor " + one.name + " " + (one.connected ? one.address : "away") + " plays " +
           joined(one.games) + "; " + std::to_string(one.playing) + " of " + std::to_string(one.capacity) +
           " matches\n";
  for (const auto& one : listing.matches)
    out += "match " + std::to_string(one.match) + " " + one.id + " " + one.game + ": " + joined(one.names) +
           "; ply " + std::to_string(one.ply) + ", " + std::to_string(static_cast<long>(one.seconds)) +
           " s\n";
  return out.empty() ? "nobody is here, and nothing is being played\n" : out;
}

wire::ClientMessage AdminCommand::request() const {
  if (what == "list") {
    if (!whom.empty()) throw UsageError("list takes no name");
    return wire::List{};
  }
  if (whom.empty())
    throw UsageError(what + (what == "kick" ? " whom? Give a name" : " which match? Give its number"));
  if (what == "kick") return wire::Kick{whom};
  auto number = base::parse_number(whom);
  if (!number) throw UsageError("abort takes the number of a match, as list shows it");
  return wire::Abort{*number};
}

int AdminCommand::run() const {
  const wire::ClientMessage asked = request();
  AdminSession session(connect);
  session.send(asked);
  const wire::RefereeMessage answer = session.receive();
  Output out;
  if (const auto* listing = std::get_if<wire::Listing>(&answer)) out << text(*listing);
  if (const auto* done = std::get_if<wire::Done>(&answer)) out << base::escaped(done->sentence) << "\n";
  out.finish();
  return 0;
}

}  // namespace

void add_admin_command(CommandLine& program) {
  Command& command = program.add("admin");
  auto admin = std::make_shared<AdminCommand>();
  command.required_choice("WHAT", admin->what, {"list", "kick", "abort"});
  command.word("WHOM", admin->whom);
  admin->connect.add_to(command);
  command.help(help());
  command.run([admin] { return admin->run(); });
}

}  // namespace quiver::cli
