// What the teams of a ladder (quiver::teams) ask of it: enter, leave, challenge. Ladder implements it.
//
// All calls come on the referee's thread, while the ladder runs or before its first game. Nothing blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::tournament {

// One version of a team's bot, unpacked from its bundle.
struct TeamBot {
  std::string team;           // its id
  std::uint32_t version = 1;  // the number within the team
  std::string bundle;         // its name, 64 hexadecimal digits
  std::string title;          // what the bot calls itself, as far as is known
  launch::BotSpec bot;        // its name, clock and limits are the ladder's
};

// What tells a team's versions from other competitors of the same name.
std::string team_competitor(const std::string& team);

// The games of a challenge, in the order in which they will be played.
struct ChallengeGames {
  std::string event;               // where they are stored
  std::vector<std::string> ids;    // of the games
  std::vector<std::string> names;  // of the two entries: who challenges, and whom
};

class TeamLadder {
 public:
  // From now on this version plays, and no other one of the team. One that played before is the same entry
  // again, with its games and its rating.
  virtual void enter_team(const TeamBot& bot) = 0;
  // No version of the team plays any more. A game that runs ends normally.
  virtual void leave_team(const std::string& team, const std::string& why) = 0;
  // What people call the team; its remote bots too.
  virtual void set_display(const std::string& team, const std::string& display) = 0;
  // The remote bots with these names do not play.
  virtual void set_barred(std::set<std::string> names) = 0;
  // Whether an entry has this name, or could get it as its version's.
  [[nodiscard]] virtual bool is_name_taken(const std::string& name) const = 0;

  // Queues unrated games of the team's bot against another entry, by the id of its team or by its name. The
  // seats change after each. `board` is the name of one of the ladder's; empty: its first. `then` is called
  // when they are certain to keep their ids. An error says why they cannot be played.
  using Queued = std::function<void(const ChallengeGames&)>;
  virtual base::Result<void> challenge(const std::string& team, const std::string& opponent,
                                       std::uint32_t games, const std::string& board, Queued then) = 0;
  // Hears of each game of a challenge when it is over and stored, or was void.
  using ChallengeOver = std::function<void(const std::string& team, const wire::Record& record)>;
  virtual void on_challenge_over(ChallengeOver over) = 0;

 protected:
  ~TeamLadder() = default;
};

}  // namespace quiver::tournament
