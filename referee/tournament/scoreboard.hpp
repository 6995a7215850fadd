// The table of an event as it grows: points by the format, ratings, faults, who scored what against whom.
//
// Adding a game costs the same however many there are; standings() costs more and is for when somebody looks.
// One thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/standings.hpp"
#include "referee/store/store.hpp"
#include "referee/tournament/formats/format.hpp"
#include "referee/tournament/history.hpp"
#include "referee/tournament/ratings/ratings.hpp"
#include "referee/tournament/ratings/sprt_pairs.hpp"

namespace quiver::tournament {

// Grows with the event: entrants, pairings and games are added in the order of the store, and standings() can
// be asked at any time.
class Scoreboard {
 public:
  // Without a format the table is by rating. The boards are those of the event's plan.
  Scoreboard(const store::Event& event, std::unique_ptr<Format> format, std::optional<Anchor> anchor);
  // The games that are added are those on this board alone; standings() says so.
  void set_only_board(const std::string& name) { only_board_ = name; }

  // Entrants are numbered from 0 in the order in which they are added.
  void add_entrant(const std::string& name, const std::string& display = "", const std::string& title = "");
  // What people call it, and what the bot calls itself.
  void set_names(Entrant entrant, const std::string& display, const std::string& title);
  void set_active(Entrant entrant, bool active) { rows_[entrant].active = active; }
  // A pairing is known before its games; a game names its pairing by number.
  void add_pairing(const Pairing& pairing);
  // Points, faults, ratings and the stopping rule all follow. The entrants must have been added.
  void add_game(const store::GameResult& game);
  // A pairing that is not played to its end, and why; the table says so.
  void add_stopped(const std::string& why) { stopped_.push_back(why); }
  // What a stopping rule says of the games that are added from now on.
  void set_sprt(SprtPairs sprt) { sprt_ = std::move(sprt); }

  // The whole table. Costs a rating computation, so callers ask when they show it and not after every game.
  [[nodiscard]] store::Standings standings() const;
  // Of everybody who has one.
  [[nodiscard]] std::vector<store::Rating> ratings() const;
  [[nodiscard]] std::uint32_t games() const { return games_; }
  [[nodiscard]] std::size_t entrants() const { return rows_.size(); }
  [[nodiscard]] const std::string& name(Entrant entrant) const { return rows_[entrant].name; }

 private:
  struct Met {
    double points = 0;
    std::uint32_t games = 0;
  };
  struct Row {
    std::string name;
    std::string display;
    std::string title;
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;
    std::uint32_t games = 0;
    double points = 0;
    std::map<wire::Reason, std::uint32_t> faults;
    std::map<Entrant, Met> met;
    std::vector<store::Standings::OnBoard> boards;  // as many as boards_
    bool active = true;
  };

  [[nodiscard]] RatingList solve() const;
  void add_result(const store::GameResult::Seat& one, const store::GameResult::Seat& other,
                  std::size_t board);
  // The order of the table.
  [[nodiscard]] std::vector<Standing> order(const RatingList& solved) const;
  [[nodiscard]] store::Standings::Row row_of(const Standing& standing, const RatingList& solved) const;
  [[nodiscard]] std::uint64_t planned() const;

  store::Event event_;
  Plan plan_;
  std::unique_ptr<Format> format_;
  std::optional<Anchor> anchor_;
  std::vector<Row> rows_;
  std::vector<Played> played_;
  Ratings ratings_;
  std::optional<SprtPairs> sprt_;
  std::vector<std::string> stopped_;
  std::vector<std::string> boards_;  // empty if there is only one
  std::string only_board_;
  std::uint32_t games_ = 0;
};

// The format that a plan asks for.
base::Result<std::unique_ptr<Format>> format_of(const Plan& plan);

// What --anchor says: "NAME=1500". None if it is empty.
base::Result<std::optional<Anchor>> anchor_of(const Plan& plan, const std::vector<std::string>& names);

// The table of an event in a store.
base::Result<Scoreboard> scoreboard_of(const History& history);
// The same of the games on one of its boards alone, by rating. An error if the event has no board of this
// name.
base::Result<Scoreboard> scoreboard_of(const History& history, const std::string& board);

// As standings need it.
store::GameResult result_of(const store::Game& game);

}  // namespace quiver::tournament
