#include "referee/cli/commands/ladder_teams.hpp"

#include <cstdlib>
#include <filesystem>

#include "referee/cli/options/usage_error.hpp"
#include "referee/run/child_program.hpp"
#include "referee/store/open_store.hpp"

namespace quiver::cli {

namespace {

// Beside a file; for a database in the user's cache.
std::string folder_for_bundles(const std::string& store) {
  if (!store::is_postgres_url(store)) return std::filesystem::absolute(store).string() + ".bundles";
  const char* given = std::getenv("XDG_CACHE_HOME");
  if (given != nullptr && *given == '/') return std::string(given) + "/quiver";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0')
    throw UsageError("there is no HOME, so there is no place for the bots of teams: set XDG_CACHE_HOME");
  return std::string(home) + "/.cache/quiver";
}

}  // namespace

LadderTeams::LadderTeams(const SubmissionOptions& submissions, const EventOptions& event, std::string store)
    : store_(std::move(store)),
      bundles_(folder_for_bundles(store_)),
      rules_(submissions.rules()),
      admit_words_(submissions.admit_words(event)) {}

void LadderTeams::load(store::Store& store) { loaded_ = need(teams::load_teams(store, bundles_)); }

void LadderTeams::start(run::Referee& referee, tournament::CommitNotifier& notifier,
                        tournament::Ladder& ladder, std::function<void(const std::string&)> note) {
  host_.emplace(referee, teams::RefereeHost::Settings{run::own_program(), admit_words_, store_,
                                                      rules_.build_time, std::move(note)});
  service_.emplace(teams::Teams::Parts{*host_, notifier, ladder, bundles_,
                                       [] { return std::chrono::system_clock::now(); }},
                   rules_, std::move(*loaded_));
}

void LadderTeams::listen(run::Referee& referee, teams::Host host) {
  listener_.emplace(*service_, referee.match_observers(), std::move(host));
  listening_ = &referee;
  referee.set_team_requests(&*listener_);
}

LadderTeams::~LadderTeams() {
  if (listening_ != nullptr) listening_->set_team_requests(nullptr);
}

}  // namespace quiver::cli
