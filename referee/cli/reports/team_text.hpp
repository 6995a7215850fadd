// What a referee says of teams, as text for a terminal. Everything in it that is not ours is escaped. Pure
// functions.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/wire/team_messages.hpp"

namespace quiver::cli {

// The team, its active version, what may be submitted.
std::string status_text(const wire::Me& me);
// A line for each version.
std::string versions_text(const std::vector<wire::TeamVersion>& versions);
// What an administrator sees: a line for each.
std::string teams_text(const wire::TeamList& list);
std::string invitations_text(const wire::InvitationList& list);
std::string audit_text(const wire::AuditList& list);

}  // namespace quiver::cli
