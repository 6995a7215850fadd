// `quiver ladder --watch DIR`: whatever appears in a folder enters the ladder, becomes a new version when it
// changes, and leaves when it goes.
//
// A thread of its own looks at the folder and reads the files; the ladder is told on the referee's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "referee/cli/options/board_options.hpp"
#include "referee/cli/terminal/ticker.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/run/referee.hpp"
#include "referee/tournament/ladder.hpp"
#include "referee/tournament/watched_folder.hpp"

namespace quiver::cli {

class LadderWatch {
 public:
  // How a file of the folder becomes a bot.
  struct How {
    std::string game;
    wire::TimeControl time;
    std::vector<NamedBoard> boards;  // of the ladder
    std::set<std::string> taken;     // names of other bots
  };

  // Throws UsageError if it is no folder that can be read.
  LadderWatch(const std::string& folder, How how);

  // Enters what is there, on the calling thread.
  void enter_all(tournament::Ladder& ladder, const std::function<void(const std::string&)>& note);
  // From now on the ladder is told of changes. The references must outlive this object.
  void start(run::Referee& referee, tournament::Ladder& ladder, std::function<void(const std::string&)> note);

 private:
  // What is told to the ladder.
  struct Change {
    std::string note;    // if there is something wrong
    std::string leaves;  // the name of the bot that has gone
    std::optional<launch::BotSpec> bot;
    std::string spec;
    std::string fingerprint;
  };
  std::vector<Change> look();
  Change change_of(const tournament::WatchedFolder::Change& change);
  [[nodiscard]] std::string name_for(const std::string& file, const std::string& name) const;
  static void tell(const std::vector<Change>& changes, tournament::Ladder& ladder,
                   const std::function<void(const std::string&)>& note);

  tournament::WatchedFolder folder_;
  How how_;
  std::map<std::string, std::string> names_;  // of the bots by file
  std::string problem_;                       // with the folder, as it was noted
  std::optional<Ticker> ticker_;              // last: it uses all the others
};

}  // namespace quiver::cli
