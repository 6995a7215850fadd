#include <memory>
#include <optional>
#include <string>
#include <vector>

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

struct AdminCommand {
  ConnectOptions connect;
  std::string what;
  std::vector<std::string> whom;
  std::optional<std::uint32_t> hours;
  std::string why;
  bool json = false;

  [[nodiscard]] int run() const;

 private:
  // Throws UsageError. There is one for each that is invited.
  [[nodiscard]] std::vector<wire::ClientMessage> requests() const;
  // The one word after WHAT. Throws UsageError with what has to be given if there is none, or several.
  [[nodiscard]] std::string one(const std::string& which) const;
  void none() const;
  [[nodiscard]] std::uint32_t number(const std::string& of_what) const;
  [[nodiscard]] std::string written(const wire::RefereeMessage& answer) const;
};

std::string admin_help() {
  return "usage: quiver admin WHAT [WHOM] --connect ADDRESS --token T [--json]\n\n"
         "  list                 who is connected, what was ordered and is being played\n"
         "  kick NAME            close a competitor's connections, eliminate its seats\n"
         "  abort MATCH          end the match of this number; it is void\n"
         "  cancel ID            end the order of this number: what is being played of\n"
         "                       it is void, and the rest is not played\n"
         "where submissions are taken:\n"
         "  teams                all teams, what they submitted and which version plays\n"
         "  invite NAME ...      a link for each, with which somebody becomes a team of\n"
         "                       that name; it works once\n"
         "  invitations          who was invited, and who has come\n"
         "  revoke HASH          an invitation is not valid any more, by its first digits\n"
         "  disqualify TEAM --why TEXT\n"
         "                       the team plays no more and can submit nothing\n"
         "  reinstate TEAM       it is in again, and its version plays\n"
         "  announce TEXT        shown to all teams and on the page; \"\" takes it away\n"
         "  audit [N]            the latest N things that administrators and teams did\n"
         "                       (100)\n" +
         std::string(kConnectHelp) +
         "  --hours N            how long the links of invite are valid (168)\n"
         "  --why TEXT           why a team is disqualified; the team reads it\n"
         "  --json               one JSON object for each answer (proto/quiver/v1)\n"
         "\nexamples:\n"
         "  quiver admin list --connect quiver://localhost:7000 --token T\n"
         "  quiver admin invite \"Team 1\" --connect quivers://ladder.example:7000 \\\n"
         "    --token-file admin.token\n";
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

std::string AdminCommand::one(const std::string& which) const {
  if (whom.empty()) throw UsageError(which);
  if (whom.size() > 1) throw UsageError(what + " takes one word; put quotes around one with spaces in it");
  return whom.front();
}

void AdminCommand::none() const {
  if (!whom.empty()) throw UsageError(what + " takes no name");
}

std::uint32_t AdminCommand::number(const std::string& of_what) const {
  const std::string word = one(what + " which " + of_what + "? Give its number, as list shows it");
  const auto number = base::parse_number(word);
  if (!number)
    throw UsageError(what + " takes the number of " + (of_what == "order" ? "an " : "a ") + of_what +
                     ", as list shows it");
  return *number;
}

std::vector<wire::ClientMessage> AdminCommand::requests() const {
  if (hours && what != "invite") throw UsageError("--hours is for invite");
  if (hours == 0U) throw UsageError("--hours takes at least 1");
  if (!why.empty() && what != "disqualify") throw UsageError("--why is for disqualify");
  const auto team = [](const wire::AdminBody& body) {
    return std::vector<wire::ClientMessage>{wire::TeamRequest{body}};
  };
  if (what == "list") return none(), std::vector<wire::ClientMessage>{wire::List{}};
  if (what == "kick") return {wire::Kick{one("kick whom? Give a name")}};
  if (what == "abort") return {wire::Abort{number("match")}};
  if (what == "cancel") return {wire::Cancel{number("order")}};
  if (what == "teams") return none(), team(wire::ListTeams{});
  if (what == "invitations") return none(), team(wire::ListInvitations{});
  if (what == "revoke")
    return team(
        wire::Revoke{one("revoke which invitation? Give its first digits, as invitations shows them")});
  if (what == "reinstate") return team(wire::Reinstate{one("reinstate which team? Give its name")});
  if (what == "announce") return team(wire::Announce{one("announce what? Give the text in quotes")});
  if (what == "disqualify") {
    const std::string name = one("disqualify which team? Give its name");
    if (why.empty()) throw UsageError("why? Give --why TEXT, which the team reads");
    return team(wire::Disqualify{name, why});
  }
  if (what == "audit") {
    if (whom.empty()) return team(wire::ListAudit{});
    const auto most = base::parse_number(one(""));
    if (!most || *most == 0 || *most > wire::ListAudit::kMost)
      throw UsageError("audit takes a number up to " + std::to_string(wire::ListAudit::kMost));
    return team(wire::ListAudit{*most});
  }
  if (whom.empty()) throw UsageError("invite whom? Give a name for each link, in quotes; \"\" for none");
  std::vector<wire::ClientMessage> all;
  for (const std::string& name : whom)
    all.emplace_back(wire::TeamRequest{wire::AdminBody{
        wire::InvitationRequest{name, hours.value_or(wire::InvitationRequest::kUsualHours)}}});
  return all;
}

struct AnswerText {
  std::string operator()(const wire::TeamDone& done) const { return base::escaped(done.sentence) + "\n"; }
  std::string operator()(const wire::NewInvitation& made) const {
    return base::escaped(made.link, 300) + "  until " + base::escaped(made.expires, 64) + "\n";
  }
  std::string operator()(const wire::InvitationList& list) const { return invitations_text(list); }
  std::string operator()(const wire::TeamList& list) const { return teams_text(list); }
  std::string operator()(const wire::AuditList& list) const { return audit_text(list); }
  std::string operator()(const wire::Me& me) const { return status_text(me); }
  std::string operator()(const wire::Challenge&) const { return ""; }  // nobody asked for one
};

std::string AdminCommand::written(const wire::RefereeMessage& answer) const {
  if (json) return wire::message_json(answer) + "\n";
  if (const auto* listing = std::get_if<wire::Listing>(&answer)) return text(*listing);
  if (const auto* done = std::get_if<wire::Done>(&answer)) return base::escaped(done->sentence) + "\n";
  if (const auto* team = std::get_if<wire::TeamAnswer>(&answer)) return std::visit(AnswerText{}, team->body);
  return "";
}

int AdminCommand::run() const {
  const std::vector<wire::ClientMessage> asked = requests();
  AdminSession session(connect);
  if (std::holds_alternative<wire::TeamRequest>(asked.front())) session.need_teams();
  Output out;
  for (const wire::ClientMessage& one : asked) {
    session.send(one);
    const wire::RefereeMessage answer = session.receive();
    const auto* team = std::get_if<wire::TeamAnswer>(&answer);
    const auto* invited = team == nullptr ? nullptr : std::get_if<wire::NewInvitation>(&team->body);
    if (invited != nullptr && !json) {
      const std::size_t k = static_cast<std::size_t>(&one - asked.data());
      if (!whom[k].empty()) out << base::escaped(whom[k], 64) + "  ";
    }
    out << written(answer);
  }
  out.finish();
  return 0;
}

}  // namespace

void add_admin_command(CommandLine& program) {
  Command& command = program.add("admin");
  auto admin = std::make_shared<AdminCommand>();
  command.required_choice("WHAT", admin->what,
                          {"list", "kick", "abort", "cancel", "teams", "invite", "invitations", "revoke",
                           "disqualify", "reinstate", "announce", "audit"});
  command.lists("WHOM", admin->whom);
  admin->connect.add_to(command);
  command.number("--hours", admin->hours);
  command.word("--why", admin->why);
  command.flag("--json", admin->json);
  command.help(admin_help());
  command.run([admin] { return admin->run(); });
}

}  // namespace quiver::cli
