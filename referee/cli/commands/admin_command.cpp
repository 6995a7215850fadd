#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/admin_session.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

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

std::string admin_help() {
  return "usage: quiver admin list|kick|abort|cancel [WHAT] --connect ADDRESS --token T\n\n"
         "  list                 who is connected, what was ordered and is being played\n"
         "  kick NAME            close a competitor's connections, eliminate its seats\n"
         "  abort MATCH          end the match of this number; it is void\n"
         "  cancel ID            end the order of this number: what is being played of\n"
         "                       it is void, and the rest is not played\n" +
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
    out += "competitor " + base::escaped(one.name + " " + (one.connected ? one.address : "away"), 200) +
           " plays " + joined(one.games) + "; " + std::to_string(one.playing) + " of " +
           std::to_string(one.capacity) + " matches\n";
  for (const auto& one : listing.matches)
    out += "match " + std::to_string(one.match) + " " + base::escaped(one.id + " " + one.game, 200) + ": " +
           joined(one.names) + "; ply " + std::to_string(one.ply) + ", " +
           std::to_string(static_cast<long>(one.seconds)) + " s\n";
  for (const auto& one : listing.orders)
    out += "order " + std::to_string(one.order) + " " + base::escaped(one.game, 64) + ": " +
           joined(one.bots) + "; " + std::to_string(one.ended) + " of " + std::to_string(one.games) +
           " games\n";
  return out.empty() ? "nobody is connected, and nothing is being played\n" : out;
}

wire::ClientMessage AdminCommand::request() const {
  if (what == "list") {
    if (!whom.empty()) throw UsageError("list takes no name");
    return wire::List{};
  }
  if (whom.empty())
    throw UsageError(what + (what == "kick"    ? " whom? Give a name"
                             : what == "abort" ? " which match? Give its number, as list shows it"
                                               : " which order? Give its number, as list shows it"));
  if (what == "kick") return wire::Kick{whom};
  auto number = base::parse_number(whom);
  if (!number)
    throw UsageError(what + " takes the number of " + (what == "abort" ? "a match" : "an order") +
                     ", as list shows it");
  if (what == "cancel") return wire::Cancel{*number};
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
  command.required_choice("WHAT", admin->what, {"list", "kick", "abort", "cancel"});
  command.word("WHOM", admin->whom);
  admin->connect.add_to(command);
  command.help(admin_help());
  command.run([admin] { return admin->run(); });
}

}  // namespace quiver::cli
