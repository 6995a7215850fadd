// What the team service says, as messages of teams.proto. For this layer only: it shows protobuf's types.
// Pure functions, any thread.
#pragma once

#include "quiver/v1/teams.pb.h"
#include "referee/teams/team_service.hpp"

namespace quiver::web {

// The caller as they see themselves; `team` is none for somebody who has never submitted or joined.
v1::Me me_of(const teams::Caller& caller, const std::optional<teams::TeamView>& team,
             const teams::TeamService& service);
v1::TeamVersion version_of(const teams::SubmissionView& from);
v1::TeamVersion::State state_of(store::TeamVersion::State state);
v1::Submission submission_of(const teams::SubmissionView& from);
v1::TeamRow row_of(const teams::TeamView& from);
v1::Invitation invitation_of(const store::Invitation& from);
v1::AuditEntry entry_of(const store::AuditEntry& from);
v1::Notice notice_of(const teams::TeamService& service);
// All of whose games wait.
v1::Challenge challenge_of(const teams::Challenge& from);

}  // namespace quiver::web
