// What administrators ask for: see docs/operate/api.md.
#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/web/teams/team_answers.hpp"
#include "referee/web/teams/team_handler.hpp"

namespace quiver::web {

namespace {

constexpr std::uint32_t kUsualAudit = 100;
constexpr std::uint32_t kMostAudit = 1000;
constexpr std::uint32_t kUsualHours = 168;
constexpr std::uint32_t kMostHours = 24 * 366;

}  // namespace

void TeamHandler::list_teams(const Asked& asked) {
  const auto teams = service_.teams(asked.visitor.caller);
  if (!teams) return asked.answer(refusal(denial_of(teams.error())));
  v1::TeamList list;
  for (const teams::TeamView& team : *teams) *list.add_teams() = row_of(team);
  list.set_announcement(base::plain_text(service_.announcement(), store::kMaxReport));
  asked.answer(message_response(list));
}

void TeamHandler::list_audit(const Asked& asked) {
  const std::string given = asked.request.parameter("most");
  const auto most = given.empty() ? base::Result<std::uint32_t>(kUsualAudit) : base::parse_number(given);
  if (!most) return asked.answer(refusal({400, "most has to be a number"}));
  const auto entries = service_.audit(asked.visitor.caller, std::min(*most, kMostAudit));
  if (!entries) return asked.answer(refusal(denial_of(entries.error())));
  v1::AuditList list;
  for (const store::AuditEntry& entry : *entries) *list.add_entries() = entry_of(entry);
  asked.answer(message_response(list));
}

void TeamHandler::list_invitations(const Asked& asked) {
  const auto invitations = service_.invitations(asked.visitor.caller);
  if (!invitations) return asked.answer(refusal(denial_of(invitations.error())));
  v1::InvitationList list;
  for (auto one = invitations->rbegin(); one != invitations->rend(); ++one)
    *list.add_invitations() = invitation_of(*one);
  asked.answer(message_response(list));
}

void TeamHandler::team_submission(const Asked& asked) {
  const auto number = base::parse_number(asked.names[1]);
  if (!number) return asked.answer(refusal({404, base::quoted(asked.names[1]) + " is not a version"}));
  const auto respond = [](const teams::SubmissionView& view) {
    return message_response(submission_of(view));
  };
  service_.read_submission(asked.visitor.caller, asked.names[0], *number,
                           then<teams::SubmissionView>(asked, respond));
}

std::string TeamHandler::link_to(const Request& request, const std::string& key) const {
  return (over_tls_(request) ? "https://" : "http://") + request.host + "/join#" + key;
}

void TeamHandler::invite(const Asked& asked) {
  v1::InvitationRequest message;
  if (!read(asked, message)) return;
  const std::uint32_t hours = message.hours() == 0 ? kUsualHours : message.hours();
  if (hours > kMostHours) return asked.answer(refusal({400, "an invitation is valid for a year at most"}));
  // The key in the link is not stored anywhere; it stands behind a #, so that no server on the way logs it.
  const auto respond = [this, copy = asked.request](const teams::InvitationKey& made) {
    v1::NewInvitation out;
    out.set_key(made.key);
    out.set_link(link_to(copy, made.key));
    out.set_expires(made.invitation.expires);
    return message_response(out);
  };
  service_.invite(asked.visitor.caller, message.display(), std::chrono::hours(hours),
                  then<teams::InvitationKey>(asked, respond));
}

void TeamHandler::revoke(const Asked& asked) {
  const auto respond = [] { return done_response("the invitation is revoked"); };
  service_.revoke(asked.visitor.caller, asked.names[0], then_done(asked, respond));
}

void TeamHandler::disqualify(const Asked& asked) {
  v1::Disqualify message;
  if (!read(asked, message)) return;
  if (!message.team().empty() && message.team() != asked.names[0])
    return asked.answer(refusal({400, "the address and the body name different teams"}));
  const auto respond = [team = asked.names[0]] { return done_response(team + " is disqualified"); };
  service_.disqualify(asked.visitor.caller, asked.names[0], message.why(), then_done(asked, respond));
}

void TeamHandler::reinstate(const Asked& asked) {
  const auto respond = [team = asked.names[0]] { return done_response(team + " is in again"); };
  service_.reinstate(asked.visitor.caller, asked.names[0], then_done(asked, respond));
}

void TeamHandler::announce(const Asked& asked) {
  v1::Announce message;
  if (!read(asked, message)) return;
  const auto respond = [] { return done_response("every page shows it"); };
  service_.announce(asked.visitor.caller, message.text(), then_done(asked, respond));
}

}  // namespace quiver::web
