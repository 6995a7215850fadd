// A tournament as a game source of games: hands them out by its schedule, keeps each one that has ended, and
// tells of it once it is kept.
//
// The seeds of a game depend on the event's seed, on who plays whom and on which of their games it is;
// openings on the seed and that number alone, boards (boards.hpp) on the seed, the number and who plays. So
// two entrants' games are the same whoever else takes part. A void game is played again under its own number;
// two voids in a row stop that pairing. A game in which a bot had to wait for a processor is played again
// more often (run::kMostStarved). Lives on the referee's thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/run/game_source.hpp"
#include "referee/tournament/boards.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/opening_book.hpp"
#include "referee/tournament/ratings/sprt_pairs.hpp"
#include "referee/tournament/schedule.hpp"

namespace quiver::tournament {

// What a tournament is played with.
struct Entry {
  std::string event;                  // the records' ids begin with it
  std::vector<launch::BotSpec> bots;  // the entrants
  std::uint32_t seed = 0;
  std::vector<OpeningBook> openings = {OpeningBook()};  // one for each board
  std::optional<SprtPairs> sprt;
  std::vector<store::Entrant> entrants;  // as they are stored, with the version of each; empty: any will do
  std::set<std::uint32_t> played;        // those that have games
  bool allow_changed = false;            // a bot's program may change and play on under its name
};

// Observes a tournament. All calls come on the referee's thread.
class TournamentObserver {
 public:
  virtual ~TournamentObserver() = default;
  // These pairings are committed.
  virtual void on_drawn(const std::vector<Pairing>& pairings) = 0;
  // The game is not being played any more. Its result is reported when it is committed.
  virtual void on_ended(std::uint32_t /*number*/) {}
  // The game is committed.
  virtual void on_game(const store::Game& game) = 0;
  // An internal error; the game is played again unless its pairing is stopped.
  virtual void on_void(const wire::Record& record) = 0;
  virtual void on_stopped(const Pairing& pairing, const std::string& why) = 0;
  // A bot's program is not what it was: the tournament does not go on. Games that are being played end first.
  virtual void on_changed(const std::string& /*why*/) {}
};

class Tournament final : public run::GameSource {
 public:
  // `notifier` and `observer` must outlive it.
  Tournament(Entry entry, Schedule schedule, CommitNotifier& notifier, TournamentObserver& observer);

  // What an earlier run has played counts for the stopping rule.
  void recall(std::uint32_t index, const std::vector<double>& points);
  // Draws what can be drawn; to be called once, before the first game.
  void begin();

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  // None without a stopping rule.
  [[nodiscard]] const std::optional<SprtPairs>& sprt() const { return entry_.sprt; }

  // For workers, who play several games together: the two games of an opening, or one where there are no
  // pairs. Empty if there is nothing to play now. Each of them ends by on_over(), as those of next() do.
  std::vector<run::Game> next_unit();
  // The stopping rule has decided: games that are being played are not needed any more.
  [[nodiscard]] bool has_decided() const { return entry_.sprt && entry_.sprt->decided(); }

  // GameSource
  [[nodiscard]] const launch::BotSpec& bot(std::size_t number) const override { return entry_.bots[number]; }
  std::optional<run::Game> next(const run::PlayerPool& pool) override;
  base::Result<std::size_t> identify(const run::Game& game, base::Seat seat,
                                     const std::string& fingerprint) override;
  [[nodiscard]] bool wants_latest_files() const override { return true; }
  [[nodiscard]] bool finished() const override { return schedule_.exhausted(); }
  void on_over(const run::Game& game, const wire::Record& record,
               const std::optional<base::Seat>& unable) override;
  void stop() override;

 private:
  // The run's game for a slot of the schedule, which counts as running from now on.
  [[nodiscard]] run::Game make_game(const Schedule::Slot& slot);
  // The entrants by seat.
  [[nodiscard]] std::vector<Entrant> seats_of(const Schedule::Slot& slot) const;
  // The seed depends on the names and their meeting alone, and not on who else takes part.
  [[nodiscard]] std::uint32_t seed_of(const Schedule::Slot& slot) const;
  // Which board it is played on, and as which of that board's rounds.
  [[nodiscard]] BoardTurn board_of(const Schedule::Slot& slot) const;
  void on_void(const Schedule::Slot& slot, const wire::Record& record);
  // Commits a game that has ended, and its pairing if that is settled.
  void commit_game(const Schedule::Slot& slot, const wire::Record& record);
  // Draws the pairings that can be drawn, and commits them.
  void draw();

  Entry entry_;
  Schedule schedule_;
  CommitNotifier& notifier_;
  TournamentObserver& observer_;
  std::map<std::uint32_t, Schedule::Slot> running_;  // by the game's number
  std::map<std::uint32_t, std::uint32_t> starved_;  // how often these games were void for want of a processor
  bool stopped_ = false;
};

// The points of a game (points.hpp) in the order of a pairing's list, as Played has it.
std::vector<double> points_in(const std::vector<Entrant>& list, const store::GameResult& game);

// Why a tournament does not go on with a bot whose program is not what it was.
std::string changed_sentence(const std::string& name);

// Why a void game is so.
std::string why_void(const wire::Record& record);

// As a store keeps it.
store::Pairing to_store(const Pairing& pairing, store::Pairing::State state, const std::string& note);

}  // namespace quiver::tournament
