// What a store has of teams at the start of a ladder, with the bots that play, unpacked.
//
// Read before anybody else uses the store. One thread; blocks on the disk.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/store/store.hpp"

namespace quiver::teams {

struct LoadedTeams {
  std::vector<store::Team> teams;
  std::vector<store::TeamVersion> versions;  // without reports
  std::vector<store::Invitation> invitations;
  std::vector<store::AuditEntry> audit;  // the latest
  std::string announcement;
  std::map<std::uint32_t, launch::BotSpec> bots;  // by the team's number: of its active version
  std::vector<std::string> problems;              // sentences on versions that cannot be unpacked

  [[nodiscard]] bool empty() const { return teams.empty() && invitations.empty(); }
};

// How many entries of the audit table are shown.
inline constexpr std::uint32_t kMostAudit = 2000;

// Unpacks into `folder`. An error if the store cannot be read.
base::Result<LoadedTeams> load_teams(store::Store& store, const std::string& folder);

// The bot of a bundle in the store, unpacked into `folder`. Blocks.
base::Result<launch::BotSpec> unpack_stored(store::Store* store, const std::string& bundle,
                                            const std::string& folder);

}  // namespace quiver::teams
