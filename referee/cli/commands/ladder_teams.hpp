// The teams of `quiver ladder`: opened with its store, and handed to whoever speaks with them.
//
// Two steps, because the store has one user at a time: load() reads it before the ladder's writer has it,
// start() then runs. One thread, the referee's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/options/submission_options.hpp"
#include "referee/run/referee.hpp"
#include "referee/teams/loaded_teams.hpp"
#include "referee/teams/referee_host.hpp"
#include "referee/teams/team_listener.hpp"
#include "referee/teams/teams.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/ladder.hpp"

namespace quiver::cli {

class LadderTeams {
 public:
  // `store` as --store names it. Throws UsageError if an option is wrong.
  LadderTeams(const SubmissionOptions& submissions, const EventOptions& event, std::string store);

  // Reads what the store has, and unpacks the bots that play. Throws UsageError if it cannot be read.
  void load(store::Store& store);
  // Enters them; all references must outlive this object.
  void start(run::Referee& referee, tournament::CommitNotifier& notifier, tournament::Ladder& ladder,
             std::function<void(const std::string&)> note);
  // After start(): something that was submitted is not settled yet.
  [[nodiscard]] bool is_checking() const { return service_->is_checking(); }
  // Answers teams and administrators who ask over TCP, from now on.
  void listen(run::Referee& referee, teams::Host host);
  // Takes nothing any more: before anything that it needs is gone.
  ~LadderTeams();
  LadderTeams(const LadderTeams&) = delete;
  LadderTeams& operator=(const LadderTeams&) = delete;
  // After start().
  [[nodiscard]] teams::TeamService& service() { return *service_; }

 private:
  std::string store_;
  std::string bundles_;
  teams::TeamRules rules_;
  std::vector<std::string> admit_words_;
  std::optional<teams::LoadedTeams> loaded_;
  std::optional<teams::RefereeHost> host_;
  std::optional<teams::Teams> service_;
  run::Referee* listening_ = nullptr;
  std::optional<teams::TeamListener> listener_;
};

}  // namespace quiver::cli
