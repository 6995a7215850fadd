// One run of a tournament, from what is asked for to the last commit.
//
// prepare() reads what the store has of the event and checks that the request continues it. It writes
// nothing, so that a request that is refused leaves the store as it was. begin() writes what is new and draws
// the first pairings; source() then hands out the games. The scoreboard has every game that is committed, and
// ratings are committed now and then and by finish(). Lives on the referee's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/event_runner.hpp"
#include "referee/tournament/history.hpp"
#include "referee/tournament/scoreboard.hpp"
#include "referee/tournament/tournament.hpp"

namespace quiver::tournament {

struct TournamentRequest {
  std::string event;                  // its name in the store
  Plan plan;                          // with the seed
  std::vector<launch::BotSpec> bots;  // the entrants
  std::vector<std::string> specs;     // for each bot what was typed for it, to be stored with it
  std::vector<OpeningBook> openings = {OpeningBook()};  // one for each board
  std::optional<SprtPairs> sprt;
  bool allow_changed = false;  // a bot whose program has changed plays on under its name
};

class TournamentRun final : private TournamentObserver {
 public:
  // `store` is null if there is none yet.
  static base::Result<std::unique_ptr<TournamentRun>> prepare(store::Store* store, TournamentRequest request);

  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const Scoreboard& scoreboard() const { return *board_; }
  // The entrants. They may be given the names that the event knows them by, before begin().
  [[nodiscard]] std::vector<launch::BotSpec>& bots() { return request_.bots; }

  // Writes the event and starts the runner on it. The store, the runner and the observer, which hears of
  // everything after the scoreboard has it, must outlive the run.
  base::Result<void> begin(store::Store& store, EventRunner& runner, TournamentObserver& observer);
  // The games that are left. After begin().
  [[nodiscard]] Tournament& source() { return *games_; }
  // Of the store. After begin().
  [[nodiscard]] store::EventId event() const { return prepared_.event.id; }
  // After the last game: commits the ratings. False if that failed.
  bool finish();

  // A pairing was stopped: its games cannot be played.
  [[nodiscard]] bool any_stopped() const { return any_stopped_; }
  // Why the tournament did not go on to its end; empty if it did.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  static constexpr std::uint32_t kBetweenRatings = 50;  // games

  explicit TournamentRun(TournamentRequest request) : request_(std::move(request)) {}

  // Finds the event in the store and reads what it has.
  base::Result<void> read(store::Store* store);
  // The event's entrants: those of its earlier runs, and behind them the further bots of this one.
  base::Result<void> enter_bots();
  // Refuses a bot whose program is not the one that has played, unless that is allowed.
  base::Result<void> take_changed_bots();
  // Builds the schedule and brings it to where the last run ended.
  base::Result<void> restore_schedule();
  [[nodiscard]] Entry entry() const;
  void commit_ratings();

  // TournamentObserver
  void on_drawn(const std::vector<Pairing>& pairings) override;
  void on_ended(std::uint32_t number) override { observer_->on_ended(number); }
  void on_game(const store::Game& game) override;
  void on_void(const wire::Record& record) override { observer_->on_void(record); }
  void on_stopped(const Pairing& pairing, const std::string& why) override;
  void on_changed(const std::string& why) override;

  TournamentRequest request_;
  PreparedEvent prepared_;
  History history_;
  std::vector<store::Change> changes_;  // not written yet
  std::optional<Schedule> schedule_;    // until begin() hands it to the games
  std::optional<Scoreboard> board_;
  EventRunner* runner_ = nullptr;
  TournamentObserver* observer_ = nullptr;
  std::optional<Tournament> games_;
  bool any_stopped_ = false;
  std::string refusal_;
};

// "ann - bob".
std::string names_of(const Scoreboard& board, const Pairing& pairing);

// The seed that the event of this name was begun with; none if there is no such event.
base::Result<std::optional<std::uint32_t>> seed_of_event(store::Store* store, const std::string& name);

}  // namespace quiver::tournament
