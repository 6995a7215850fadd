// The teams of a ladder in memory: who they are, their versions, and how often they have asked for something.
//
// Filled from the store at the start and kept as the store is. Teams are numbered without gaps and never
// removed. What a rule forbids is said in a sentence for the team. Time is passed in; one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/net/players/tokens.hpp"
#include "referee/store/store.hpp"
#include "referee/teams/loaded_teams.hpp"
#include "referee/teams/team_rules.hpp"

namespace quiver::teams {

using WallTime = std::chrono::system_clock::time_point;

// When something was done, to allow it so often in an hour.
class HourlyLimit {
 public:
  // None if it may be done once more; else how long from now.
  [[nodiscard]] std::optional<base::Duration> wait(WallTime now, std::uint32_t most) const;
  void note(WallTime now, std::uint32_t most);

 private:
  std::deque<WallTime> times_;  // the latest ones
};

struct Account {
  store::Team team;
  std::vector<store::TeamVersion> versions;  // by number, from 1; committed
  std::uint32_t last_version = 0;            // its number may not be committed yet
  std::uint32_t arriving = 0;                // submissions that are not committed yet
  HourlyLimit submissions;
  HourlyLimit challenges;
  std::set<std::string> open_challenges;  // the ids of games that are not over

  [[nodiscard]] store::TeamVersion* version(std::uint32_t number);
  [[nodiscard]] const store::TeamVersion* version(std::uint32_t number) const;
  [[nodiscard]] std::size_t num_waiting() const;
};

class TeamAccounts {
 public:
  explicit TeamAccounts(LoadedTeams&& loaded);

  // Null if there is none.
  [[nodiscard]] Account* find(std::string_view id);
  [[nodiscard]] const Account* find(std::string_view id) const;
  [[nodiscard]] Account& at(std::uint32_t number) { return accounts_[number - 1]; }
  [[nodiscard]] const std::deque<Account>& all() const { return accounts_; }
  [[nodiscard]] std::deque<Account>& all() { return accounts_; }
  // A new team, to be committed. What refers to an account stays good.
  Account& add(const std::string& id, const std::string& display, const std::string& token_hash,
               const std::string& created);
  // Whether an id is another one's, capital letters aside.
  [[nodiscard]] bool is_taken(std::string_view id) const;
  // The tokens of teams, and who is disqualified.
  [[nodiscard]] net::TeamAccess access() const;

 private:
  std::deque<Account> accounts_;  // by number, from 1
};

// Why the id cannot be a team's, in a sentence; empty if it can. Versions of its bot add "-v12".
std::string team_id_fault(const std::string& id);
// What people call a team: at most 48 bytes of UTF-8 that are shown as they are. Spaces around it are cut
// off.
base::Result<std::string> display_name(std::string_view text);
// The name of a file without folders; an error if nothing is left or it holds what no name should.
base::Result<std::string> file_name(std::string_view text);
// An error says why the team may not submit this now.
base::Result<void> check_submission(const TeamRules& rules, const Account* account, const std::string& kind,
                                    std::size_t size, WallTime now);

}  // namespace quiver::teams
