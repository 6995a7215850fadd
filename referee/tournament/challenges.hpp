// The unrated games of a ladder that teams ask for, in an event of their own beside the season.
//
// Numbers are reserved in the store before a game gets one, so that an id is never used twice. A game whose
// entry has left is not played, and a void one is not played again. Lives on the referee's thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/run/game_source.hpp"
#include "referee/store/store.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/formats/format.hpp"
#include "referee/tournament/team_ladder.hpp"

namespace quiver::tournament {

class Challenges {
 public:
  // Some games of the same two.
  struct Request {
    std::string team;  // whose challenge it is
    Entrant first = 0;
    Entrant second = 0;
    std::vector<std::string> names;  // of the two
    std::uint32_t games = 1;
    std::size_t board = 0;  // its number
  };

  // `event` is in the store, and its games go on after `last`. The notifier must outlive it.
  Challenges(store::Event event, std::uint32_t last, CommitNotifier& notifier);
  // The event for the challenges of the ladder of this name, "ladder-challenges", begun if need be; and the
  // last number that may have been used there.
  static base::Result<std::pair<store::Event, std::uint32_t>> open(store::Store& store,
                                                                   const std::string& ladder);

  // Queues its games; `then` is called when their numbers are reserved, and they can be handed out.
  void add(const Request& request, const TeamLadder::Queued& then);
  void on_game_over(TeamLadder::ChallengeOver over) { over_ = std::move(over); }

  enum class Can { kPlay, kWait, kNever };
  // The next game whose two entries can play now; one of which an entry cannot play any more is dropped.
  // Opening and seeds are the ladder's.
  std::optional<run::Game> next(const std::function<Can(Entrant)>& can);
  // Whether this game is one that was handed out here.
  [[nodiscard]] bool has(const run::Game& game) const { return playing_.contains(game.id); }
  // A game that was handed out has ended. The record has the names of the table.
  void on_over(const run::Game& game, const wire::Record& record);
  // Nothing more is handed out.
  void stop() { waiting_.clear(); }
  // Games are being played.
  [[nodiscard]] bool busy() const { return !playing_.empty(); }

 private:
  struct Waiting {
    std::string team;
    run::Game game;
    std::vector<std::string> names;  // by seat
  };
  void tell_void(const Waiting& waiting, const std::string& why) const;

  store::Event event_;
  std::uint32_t last_;
  CommitNotifier& notifier_;
  TeamLadder::ChallengeOver over_;
  std::deque<Waiting> waiting_;
  std::map<std::string, std::string> playing_;  // by the game's id: the team
};

}  // namespace quiver::tournament
