// What the service knows of teams, as the messages of proto/quiver/v1/teams.proto: for the TCP listener and
// for whoever else sends them. Pure but for reading the service; on the referee's thread.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/wire/team_messages.hpp"
#include "referee/teams/team_service.hpp"

namespace quiver::teams {

// A list of versions has at most so many, the latest.
inline constexpr std::size_t kMostOwnVersions = 200;    // of one's own
inline constexpr std::size_t kMostListedVersions = 20;  // of each team, for an administrator

wire::TeamVersion::State state_of(store::TeamVersion::State state);
wire::TeamState state_of(store::Team::State state);
wire::TeamVersion version_of(const SubmissionView& submission);
wire::ProgressLine line_of(const ProgressLine& line);

// What a team should know of the ladder.
struct Host {
  std::string game;
  std::string page;  // where the web page is, "https://host:8443"; empty if there is none, or nobody knows
};

// The caller as itself sees it.
wire::Me me_of(const TeamService& service, const Caller& caller, const Host& host);
wire::TeamList list_of(const std::vector<TeamView>& teams, const std::string& announcement);
// The latest first.
wire::InvitationList list_of(const std::vector<store::Invitation>& invitations);
// In the order given.
wire::AuditList list_of(const std::vector<store::AuditEntry>& entries);

}  // namespace quiver::teams
