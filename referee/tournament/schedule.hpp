// What is to be played of an event, what is being played and what has been: a format's pairings, game by
// game.
//
// Hands out games in an order in which everybody plays about as often: the first game of all pairings, then
// the second. A game has a number that depends on its place in the event alone, so that a run that goes on
// where another ended knows each of them again. Pure: no clock, no store, one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// Which games of an event are to be played, are under way, or are done. Knows nothing of bots and clocks.
class Schedule {
 public:
  // One game of a pairing.
  struct Slot {
    std::uint32_t number = 0;   // in the event, from 1
    std::uint32_t pairing = 0;  // its number
    std::uint32_t index = 0;    // which of the pairing's games, from 0
  };
  // A game that was played before.
  struct Result {
    std::uint32_t pairing = 0;
    std::uint32_t index = 0;
    std::vector<double> points;  // as in Played
  };

  // Draws nothing yet: restore() may come first.
  explicit Schedule(std::unique_ptr<Format> format);

  // What an earlier run has drawn and played. The pairings' entrants are taken as they were drawn then, the
  // number of their games as the format says now; those of later entrants may be missing, and are drawn. An
  // error if they cannot be this format's.
  base::Result<void> restore(const std::vector<Pairing>& drawn, const std::vector<Result>& played);

  // Draws what can be drawn now, and tells what that was.
  std::vector<Pairing> draw();

  // The next game for which `can_play` is true, which is asked once a pairing at most; it counts as begun.
  std::optional<Slot> next(const std::function<bool(const Slot&)>& can_play);
  // It has ended: what each entrant of the pairing's list got.
  void finish(const Slot& slot, std::vector<double> points);
  // It was void and is to be played again; false if the pairing is stopped, which is so from the second time
  // in a row on: those of its games that have begun may end.
  bool repeat(const Slot& slot);
  // It was handed out and is not to be played now.
  void put_back(const Slot& slot);
  // No game begins any more.
  void stop() { stopped_ = true; }

  // By its number, from 1.
  [[nodiscard]] const Pairing& pairing(std::uint32_t number) const { return states_[number - 1].pairing; }
  // Which of the draws it came from, from 0.
  [[nodiscard]] std::uint32_t batch(std::uint32_t pairing) const { return states_[pairing - 1].batch; }
  // Which round of seats the game belongs to, from 0, among all games of these entrants in that draw: each
  // round has every order of the seats that the pairings give them, once.
  [[nodiscard]] std::uint32_t seat_round(const Slot& slot) const;
  // How many pairings of the same entrants that draw has: two in a double round robin.
  [[nodiscard]] std::uint32_t meetings(std::uint32_t pairing) const { return states_[pairing - 1].meetings; }
  [[nodiscard]] std::size_t pairings() const { return states_.size(); }
  // All its games are played, as many as it takes.
  [[nodiscard]] bool is_settled(std::uint32_t pairing) const;
  [[nodiscard]] bool is_stopped(std::uint32_t pairing) const { return states_[pairing - 1].stopped; }
  // Nothing is left to hand out, and nothing that is under way can change that.
  [[nodiscard]] bool exhausted() const;
  // Everything is played.
  [[nodiscard]] bool complete() const { return complete_; }
  // Of those drawn by now.
  [[nodiscard]] std::uint64_t planned() const;
  [[nodiscard]] std::uint64_t played() const { return played_; }
  [[nodiscard]] const Format& format() const { return *format_; }

 private:
  struct State {
    Pairing pairing;
    std::map<std::uint32_t, std::vector<double>> results;  // by index
    std::uint32_t games = 0;                               // that it takes, as far as is known
    unsigned voids = 0;                                    // in a row
    bool stopped = false;
    std::uint32_t next = 0;        // before it all games have been handed out
    std::set<std::uint32_t> back;  // but for these, which were put back
    std::uint32_t batch = 0;
    std::uint32_t meetings = 1;
    std::uint32_t position = 0;  // among those drawn with it that have games
  };

  [[nodiscard]] bool was_before(std::size_t pairings) const;
  // Makes these the pairings that are played now.
  void add_batch(std::vector<Pairing> pairings);
  // Counts how often the same entrants meet within the batch.
  void count_meetings();
  // Notes a result; a second one for the same game is ignored.
  void take(State& state, std::uint32_t index, std::vector<double> points);
  // The pairing's first game that is neither begun nor played.
  static std::optional<std::uint32_t> first_open(State& state);
  // The number of a game follows from its batch, its pairing's position and its index alone, and from the
  // stages in which the event has grown: the games of a stage are numbered after those of the stages before.
  [[nodiscard]] Slot slot(const State& state, std::uint32_t index) const;
  [[nodiscard]] std::uint64_t place_in_batch(std::uint32_t position, std::uint32_t index) const;
  [[nodiscard]] Played played_of(const State& state) const;
  [[nodiscard]] bool batch_settled() const;
  // Of the pairing with the most games in the batch.
  [[nodiscard]] std::uint32_t most_games() const;

  std::unique_ptr<Format> format_;
  std::vector<State> states_;
  // Those drawn last: they are the ones that are played.
  std::size_t batch_ = 0;  // where they begin
  std::uint32_t batches_ = 0;
  std::vector<std::size_t> with_games_;  // of the batch, byes aside
  std::uint32_t offset_ = 0;             // what the numbers of their games begin after
  std::vector<DrawnStage> stages_;       // of the batch
  std::uint64_t running_ = 0;
  std::uint64_t played_ = 0;
  bool complete_ = false;
  bool stopped_ = false;
};

}  // namespace quiver::tournament
