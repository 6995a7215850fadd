// A referee that plays a programme whose games are kept: what `quiver tournament` and `quiver ladder` share.
//
// Opens everything that can fail before the first game. Ends early when something cannot be kept: what was
// not kept was not told either. One thread.
#pragma once

#include <memory>
#include <string>

#include "referee/cli/tournament_options.hpp"
#include "referee/cli/tournament_report.hpp"
#include "referee/net/referee.hpp"
#include "referee/store/store.hpp"
#include "referee/store/writer.hpp"
#include "referee/tournament/keeper.hpp"

namespace quiver::cli {

// The store at this path, to be written. Throws UsageError.
std::unique_ptr<store::Store> open_store(const std::string& path);

class EventRun {
 public:
  // `launches`: bots are started here. Throws UsageError.
  EventRun(const EventOptions& options, bool launches, store::Store& store, store::EventId event);

  [[nodiscard]] net::Referee& referee() { return *referee_; }
  [[nodiscard]] tournament::Keeper& keeper() { return keeper_; }

  // The page, if it was asked for: what it shows, and the path of the store. Throws UsageError.
  void open_page(const std::string& running, const std::string& event, const std::string& store,
                 TournamentReport& report);
  // After play() ended by itself and everything was told: waits for a signal if the page is to stay.
  void stay(TournamentReport& report);

  // Until the programme is finished or a signal comes, which it returns, or else 0. Everything that was kept
  // has been told then. A failure to keep something goes to `report` and makes failed() true.
  int play(net::Ground ground, net::Programme& programme, TournamentReport& report);
  [[nodiscard]] bool failed() const { return !failure_.empty(); }
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  int run_with(TournamentReport& report);

  EventOptions options_;
  LogFolder logs_;
  std::unique_ptr<net::Referee> referee_;
  store::Writer writer_;
  std::string failure_;
  tournament::Keeper keeper_;
  std::unique_ptr<web::Web> page_;
};

}  // namespace quiver::cli
