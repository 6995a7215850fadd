// A referee that plays a game source whose games are kept: what `quiver tournament` and `quiver ladder`
// share.
//
// Opens everything that can fail before anything is written to the store. Ends early when something cannot be
// kept: what was not kept was not told either. One thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/cli/options/tournament_options.hpp"
#include "referee/cli/reports/tournament_report.hpp"
#include "referee/run/referee.hpp"
#include "referee/store/store.hpp"
#include "referee/store/writer.hpp"
#include "referee/tournament/commit_notifier.hpp"

namespace quiver::cli {

// The store at this path, to be written. Throws UsageError.
std::unique_ptr<store::Store> open_store(const std::string& path);
// The same, if there is one already; else null, and nothing is made.
std::unique_ptr<store::Store> open_store_if_there(const std::string& path);

class EventRun {
 public:
  // `launches`: bots are started here. Throws UsageError.
  EventRun(const EventOptions& options, bool launches);

  [[nodiscard]] run::Referee& referee() { return *referee_; }
  // Where everything goes from now on; to be called once, before notifier() and play().
  void keep_in(store::Store& store, store::EventId event);
  [[nodiscard]] tournament::CommitNotifier& notifier() { return *notifier_; }

  // The page, if it was asked for: what it shows, and the path of the store. Throws UsageError.
  void open_page(const std::string& running, const std::string& event, const std::string& store,
                 TournamentReport& report);
  // After play() ended by itself and everything was told: waits for a signal if the page is to stay.
  void stay(TournamentReport& report);

  // Until the game source is finished or a signal comes, which it returns, or else 0. Everything that was
  // kept has been told then. A failure to keep something goes to `report` and makes failed() true.
  int play(run::MatchConfig config, run::GameSource& source, TournamentReport& report);
  [[nodiscard]] bool failed() const { return !failure_.empty(); }
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  int run_with(TournamentReport& report);

  EventOptions options_;
  LogFolder logs_;
  std::unique_ptr<run::Referee> referee_;
  std::optional<store::Writer> writer_;
  std::string failure_;
  std::optional<tournament::CommitNotifier> notifier_;
  std::unique_ptr<web::Web> page_;
};

}  // namespace quiver::cli
