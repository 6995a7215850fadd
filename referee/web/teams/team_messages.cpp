#include "referee/web/teams/team_messages.hpp"

#include <algorithm>
#include <limits>

#include "client_sdk/base/plain_text.hpp"

namespace quiver::web {

namespace {

using State = store::TeamVersion::State;

// JSON has to be UTF-8, whatever a file was called and a compiler printed.
std::string readable(const std::string& text) { return base::plain_text(text, store::kMaxReport); }

v1::TeamState state_of(store::Team::State state) {
  switch (state) {
    case store::Team::State::kActive:
      return v1::TEAM_ACTIVE;
    case store::Team::State::kWithdrawn:
      return v1::TEAM_WITHDRAWN;
    case store::Team::State::kDisqualified:
      return v1::TEAM_DISQUALIFIED;
  }
  return v1::TEAM_STATE_UNSPECIFIED;
}

}  // namespace

v1::TeamVersion::State state_of(State state) {
  switch (state) {
    case State::kWaiting:
      return v1::TeamVersion::WAITING;
    case State::kBuilding:
      return v1::TeamVersion::BUILDING;
    case State::kChecking:
      return v1::TeamVersion::CHECKING;
    case State::kRefused:
      return v1::TeamVersion::REFUSED;
    case State::kAdmitted:
      return v1::TeamVersion::ADMITTED;
    case State::kInterrupted:
      return v1::TeamVersion::INTERRUPTED;
  }
  return v1::TeamVersion::STATE_UNSPECIFIED;
}

v1::TeamVersion version_of(const teams::SubmissionView& from) {
  v1::TeamVersion out;
  out.set_number(from.version.number);
  out.set_file(readable(from.version.file));
  out.set_kind(from.version.kind);
  out.set_submitted(from.version.submitted);
  out.set_state(state_of(from.version.state));
  out.set_title(readable(from.version.title));
  out.set_active(from.active);
  out.set_queue_position(static_cast<std::uint32_t>(from.waiting));
  out.set_bundle(from.version.bundle);
  return out;
}

v1::Submission submission_of(const teams::SubmissionView& from) {
  v1::Submission out;
  out.set_team(from.team);
  *out.mutable_version() = version_of(from);
  for (const teams::ProgressLine& line : from.progress) {
    v1::ProgressLine& one = *out.add_progress();
    one.set_stage(line.stage);
    one.set_line(readable(line.line));
  }
  out.set_report(readable(from.version.report));
  return out;
}

v1::Me me_of(const teams::Caller& caller, const std::optional<teams::TeamView>& team,
             const teams::TeamService& service) {
  v1::Me out;
  out.set_id(caller.id);
  out.set_admin(caller.admin);
  out.set_state(v1::TEAM_ACTIVE);
  if (team) {
    out.set_display(readable(team->team.display));
    out.set_state(state_of(team->team.state));
    out.set_note(readable(team->team.note));
    for (const teams::SubmissionView& one : team->versions) *out.add_versions() = version_of(one);
  }
  const teams::Accepts accepts = service.accepts();
  for (const std::string& kind : accepts.kinds) out.add_accepts(kind);
  out.set_max_size(static_cast<std::uint32_t>(
      std::min<std::size_t>(accepts.max_size, std::numeric_limits<std::uint32_t>::max())));
  out.set_closes(accepts.closes.value_or(""));
  out.set_closed(accepts.closed);
  out.set_announcement(readable(service.announcement()));
  return out;
}

v1::TeamRow row_of(const teams::TeamView& from) {
  v1::TeamRow out;
  out.set_number(from.team.number);
  out.set_id(from.team.id);
  out.set_display(readable(from.team.display));
  out.set_created(from.team.created);
  out.set_state(state_of(from.team.state));
  out.set_note(readable(from.team.note));
  out.set_active_version(from.team.active_version);
  for (const teams::SubmissionView& one : from.versions) *out.add_versions() = version_of(one);
  out.set_joined(!from.team.token_hash.empty());
  out.set_connected(from.connected);
  return out;
}

v1::Invitation invitation_of(const store::Invitation& from) {
  v1::Invitation out;
  out.set_hash(from.key_hash);
  out.set_display(readable(from.display));
  out.set_created(from.created);
  out.set_expires(from.expires);
  out.set_used_by(from.used_by);
  out.set_revoked(from.revoked);
  return out;
}

v1::AuditEntry entry_of(const store::AuditEntry& from) {
  v1::AuditEntry out;
  out.set_number(from.number);
  out.set_at(from.at);
  out.set_who(readable(from.who));
  out.set_action(readable(from.action));
  out.set_subject(readable(from.subject));
  out.set_detail(readable(from.detail));
  return out;
}

v1::Notice notice_of(const teams::TeamService& service) {
  v1::Notice out;
  const teams::Accepts accepts = service.accepts();
  out.set_announcement(readable(service.announcement()));
  out.set_accepts(!accepts.kinds.empty());
  out.set_closes(accepts.closes.value_or(""));
  out.set_closed(accepts.closed);
  return out;
}

v1::Challenge challenge_of(const teams::Challenge& from) {
  v1::Challenge out;
  out.set_event(from.event);
  out.set_opponent(from.opponent);
  for (const std::string& id : from.games) {
    v1::ChallengeGame& game = *out.add_games();
    game.set_id(id);
    game.set_state(v1::ChallengeGame::WAITING);
  }
  return out;
}

}  // namespace quiver::web
