// What `quiver tournament` and `quiver ladder` share: the referee, the folder of logs, the page and the
// progress on the screen, around the runner that plays the event.
//
// Opens everything that can fail before anything is written to the store. One thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/options/tournament_options.hpp"
#include "referee/cli/reports/tournament_report.hpp"
#include "referee/cli/terminal/ticker.hpp"
#include "referee/run/referee.hpp"
#include "referee/tournament/event_runner.hpp"

namespace quiver::cli {

class EventRun {
 public:
  // `bots` play here, as many games at once as the options say, or for workers. Throws UsageError.
  enum class Where { kHere, kAtWorkers };
  EventRun(const EventOptions& options, const std::vector<launch::BotSpec>& bots, Where where = Where::kHere);

  [[nodiscard]] run::Referee& referee() { return *referee_; }
  [[nodiscard]] tournament::EventRunner& events() { return events_; }

  // The page, if it was asked for: what it shows, the path of the store, and whether workers play. Throws
  // UsageError.
  void open_page(const std::string& running, const std::string& event, const std::string& store, bool workers,
                 TournamentReport& report);
  // Where the page is for somebody else, "https://ladder.example"; empty if there is none, or nobody knows.
  [[nodiscard]] std::string page_address() const;
  // Those who can sign in at the page, if there is one; null before they end.
  void set_teams(teams::TeamService* teams) {
    if (page_) page_->set_teams(teams);
  }
  // After play() ended by itself and everything was reported: waits for a signal if the page is to stay.
  void stay(TournamentReport& report);

  // Until the game source is finished or a signal comes, which it returns, or else 0. Everything that was
  // committed has been reported then, and so has a commit that failed.
  int play(run::MatchConfig config, run::GameSource& source, TournamentReport& report);
  // The same, with the games played by workers (tournament/workers). `make` gets what they play.
  using MakeRunner = std::function<std::unique_ptr<run::Runner>(const run::MatchConfig&)>;
  int play_by_workers(run::MatchConfig config, const MakeRunner& make, TournamentReport& report);

 private:
  void tick(std::optional<Ticker>& ticker, TournamentReport& report);
  // What comes after play(), whoever played.
  void close(TournamentReport& report);

  EventOptions options_;
  LogFolder logs_;
  std::unique_ptr<run::Referee> referee_;
  tournament::EventRunner events_;
  std::unique_ptr<web::Web> page_;
};

}  // namespace quiver::cli
