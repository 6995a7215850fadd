#include "referee/teams/team_views.hpp"

#include <algorithm>
#include <limits>

namespace quiver::teams {

namespace {

std::vector<wire::TeamVersion> latest_of(const std::vector<SubmissionView>& submissions, std::size_t most) {
  std::vector<wire::TeamVersion> out;
  for (const SubmissionView& one : submissions) {
    if (out.size() == most) break;
    out.push_back(version_of(one));
  }
  return out;
}

}  // namespace

// The store counts from 0, and on the wire 0 is no state.
wire::TeamVersion::State state_of(store::TeamVersion::State state) {
  static_assert(static_cast<int>(store::TeamVersion::State::kInterrupted) + 1 ==
                static_cast<int>(wire::TeamVersion::State::kInterrupted));
  return static_cast<wire::TeamVersion::State>(static_cast<int>(state) + 1);
}

wire::TeamState state_of(store::Team::State state) {
  static_assert(static_cast<int>(store::Team::State::kDisqualified) + 1 ==
                static_cast<int>(wire::TeamState::kDisqualified));
  return static_cast<wire::TeamState>(static_cast<int>(state) + 1);
}

wire::TeamVersion version_of(const SubmissionView& submission) {
  const store::TeamVersion& in = submission.version;
  wire::TeamVersion out;
  out.number = in.number;
  out.file = in.file;
  out.kind = in.kind;
  out.submitted = in.submitted;
  out.state = state_of(in.state);
  out.title = in.title;
  out.active = submission.active;
  out.queue_position = static_cast<std::uint32_t>(submission.waiting);
  out.bundle = in.bundle;
  return out;
}

wire::ProgressLine line_of(const ProgressLine& line) { return {line.stage, line.line}; }

wire::Me me_of(const TeamService& service, const Caller& caller, const Host& host) {
  wire::Me out;
  out.id = caller.id;
  out.admin = caller.admin;
  if (const auto found = service.team(caller)) {
    out.display = found->team.display;
    out.state = state_of(found->team.state);
    out.note = found->team.note;
    out.versions = latest_of(found->versions, kMostOwnVersions);
  }
  const Accepts accepts = service.accepts();
  out.accepts = accepts.kinds;
  out.max_size = static_cast<std::uint32_t>(
      std::min<std::size_t>(accepts.max_size, std::numeric_limits<std::uint32_t>::max()));
  out.closes = accepts.closes.value_or("");
  out.closed = accepts.closed;
  out.announcement = service.announcement();
  out.page = host.page;
  out.game = host.game;
  return out;
}

wire::TeamList list_of(const std::vector<TeamView>& teams, const std::string& announcement) {
  wire::TeamList out;
  for (const TeamView& one : teams) {
    const store::Team& team = one.team;
    out.teams.push_back({team.number, team.id, team.display, team.created, state_of(team.state), team.note,
                         team.active_version, latest_of(one.versions, kMostListedVersions),
                         !team.token_hash.empty(), one.connected});
  }
  out.announcement = announcement;
  return out;
}

wire::InvitationList list_of(const std::vector<store::Invitation>& invitations) {
  wire::InvitationList out;
  for (auto one = invitations.rbegin(); one != invitations.rend(); ++one)
    out.invitations.push_back(
        {one->key_hash, one->display, one->created, one->expires, one->used_by, one->revoked});
  return out;
}

wire::AuditList list_of(const std::vector<store::AuditEntry>& entries) {
  wire::AuditList out;
  for (const store::AuditEntry& one : entries)
    out.entries.push_back({one.number, one.at, one.who, one.action, one.subject, one.detail});
  return out;
}

}  // namespace quiver::teams
