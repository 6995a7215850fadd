// One run of a ladder's season, from what is asked for to its last game.
//
// prepare() finds the season in the store, reads it and checks that it can go on. It writes nothing, so that
// a request that is refused leaves the store as it was. begin() writes what is new and enters the launched
// bots; source() then hands out games for as long as the ladder runs. Lives on the referee's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/event_runner.hpp"
#include "referee/tournament/history.hpp"
#include "referee/tournament/ladder.hpp"
#include "referee/tournament/scoreboard.hpp"

namespace quiver::tournament {

// What is asked for; checked by prepare().
struct LadderRequest {
  std::string name;         // of the ladder; a season is called "NAME-1", "NAME-2" and so on
  bool new_season = false;  // else the last one goes on
  Plan plan;
  std::vector<launch::BotSpec> bots;  // those that are launched
  std::vector<std::string> specs;     // for each bot what was typed for it, to be stored with it
  LadderRules rules;
  std::vector<OpeningBook> openings = {OpeningBook()};  // one for each board
  bool teams = false;                                   // there are teams, which challenge each other
};

class LadderRun {
 public:
  // `store` is null if there is none yet.
  static base::Result<std::unique_ptr<LadderRun>> prepare(store::Store* store, LadderRequest request);

  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const Scoreboard& scoreboard() const { return *board_; }
  // The launched bots. They may be given the names that the season knows them by, before begin().
  [[nodiscard]] std::vector<launch::BotSpec>& bots() { return request_.bots; }

  [[nodiscard]] bool has_teams() const { return request_.teams; }

  // Writes the season, starts the runner on it and enters the launched bots. The store, the runner and the
  // observer must outlive the run; nobody but the runner may use the store afterwards. Others can be entered
  // now; Ladder::enter_done() is to be called when all are.
  base::Result<void> begin(store::Store& store, EventRunner& runner, LadderObserver& observer);
  // After begin().
  [[nodiscard]] Ladder& ladder() { return *ladder_; }
  [[nodiscard]] run::GameSource& source() { return *ladder_; }

 private:
  explicit LadderRun(LadderRequest request) : request_(std::move(request)) {}

  LadderRequest request_;
  std::vector<std::string> fingerprints_;  // of the bots
  PreparedEvent prepared_;
  History history_;
  std::optional<Scoreboard> board_;
  std::optional<Challenges> challenges_;
  std::optional<Ladder> ladder_;
};

}  // namespace quiver::tournament
