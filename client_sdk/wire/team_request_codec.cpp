// What teams and administrators send about submissions and teams.
#include "client_sdk/wire/proto_team.hpp"

namespace quiver::wire {

void fill(v1::SubmitBegin& out, const SubmitBegin& in) {
  out.set_file_name(in.file_name);
  out.set_kind(in.kind);
  out.set_size(in.size);
  out.set_sha256(in.sha256);
  out.set_again(in.again);
}
SubmitBegin read(const v1::SubmitBegin& in) {
  return {in.file_name(), in.kind(), in.size(), in.sha256(), in.again()};
}

void fill(v1::SubmitPart& out, const SubmitPart& in) { out.set_content(in.bytes); }

void fill(v1::SubmitFollow& out, const SubmitFollow& in) {
  out.set_number(in.number);
  out.set_lines(in.lines);
}
SubmitFollow read(const v1::SubmitFollow& in) { return {in.number(), in.lines()}; }

namespace {

struct IntoRequest {
  v1::TeamRequest& out;

  void operator()(const TeamBody& body) const { std::visit(*this, body); }
  void operator()(const AdminBody& body) const { std::visit(*this, body); }

  void operator()(const TeamStatus&) const { out.mutable_status(); }
  void operator()(const Activate& in) const { out.mutable_activate()->set_number(in.number); }
  void operator()(const Withdraw&) const { out.mutable_withdraw(); }
  void operator()(const ChallengeRequest& in) const {
    v1::ChallengeRequest& to = *out.mutable_challenge();
    to.set_opponent(in.opponent);
    to.set_games(in.games);
    to.set_board(in.board);
  }
  void operator()(const InvitationRequest& in) const {
    out.mutable_invite()->set_display(in.display);
    out.mutable_invite()->set_hours(in.hours);
  }
  void operator()(const ListInvitations&) const { out.mutable_list_invitations(); }
  void operator()(const Revoke& in) const { out.mutable_revoke()->set_hash(in.hash); }
  void operator()(const ListTeams&) const { out.mutable_list_teams(); }
  void operator()(const Disqualify& in) const {
    out.mutable_disqualify()->set_team(in.team);
    out.mutable_disqualify()->set_why(in.why);
  }
  void operator()(const Reinstate& in) const { out.mutable_reinstate()->set_team(in.team); }
  void operator()(const Announce& in) const { out.mutable_announce()->set_text(in.text); }
  void operator()(const ListAudit& in) const { out.mutable_list_audit()->set_most(in.most); }
};

// 0 and what is absent count as the usual number.
std::uint32_t or_usual(std::uint32_t value, std::uint32_t usual) { return value == 0 ? usual : value; }

}  // namespace

void fill(v1::TeamRequest& out, const TeamRequest& in) { std::visit(IntoRequest{out}, in.body); }

base::Result<TeamRequest> read(const v1::TeamRequest& in) {
  switch (in.body_case()) {
    case v1::TeamRequest::kStatus:
      return TeamRequest{TeamBody{TeamStatus{}}};
    case v1::TeamRequest::kActivate:
      return TeamRequest{TeamBody{Activate{in.activate().number()}}};
    case v1::TeamRequest::kWithdraw:
      return TeamRequest{TeamBody{Withdraw{}}};
    case v1::TeamRequest::kChallenge:
      return TeamRequest{TeamBody{ChallengeRequest{
          in.challenge().opponent(), or_usual(in.challenge().games(), 2), in.challenge().board()}}};
    case v1::TeamRequest::kInvite:
      return TeamRequest{AdminBody{InvitationRequest{
          in.invite().display(), or_usual(in.invite().hours(), InvitationRequest::kUsualHours)}}};
    case v1::TeamRequest::kListInvitations:
      return TeamRequest{AdminBody{ListInvitations{}}};
    case v1::TeamRequest::kRevoke:
      return TeamRequest{AdminBody{Revoke{in.revoke().hash()}}};
    case v1::TeamRequest::kListTeams:
      return TeamRequest{AdminBody{ListTeams{}}};
    case v1::TeamRequest::kDisqualify:
      return TeamRequest{AdminBody{Disqualify{in.disqualify().team(), in.disqualify().why()}}};
    case v1::TeamRequest::kReinstate:
      return TeamRequest{AdminBody{Reinstate{in.reinstate().team()}}};
    case v1::TeamRequest::kAnnounce:
      return TeamRequest{AdminBody{Announce{in.announce().text()}}};
    case v1::TeamRequest::kListAudit:
      return TeamRequest{AdminBody{ListAudit{or_usual(in.list_audit().most(), ListAudit::kUsual)}}};
    case v1::TeamRequest::BODY_NOT_SET:
      break;
  }
  return base::bad_input("the request has no known body");
}

}  // namespace quiver::wire
