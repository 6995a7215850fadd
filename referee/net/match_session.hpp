// A match being played: the state machine, the players in its seats, and its observers.
//
// Passes events to the state machine and executes its actions. A message to several players is encoded once;
// each player's messages of one event leave in one write. Owned by the MatchRunner; lives on its thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client_sdk/wire/codec.hpp"
#include "referee/match/match.hpp"
#include "referee/net/match_observer.hpp"
#include "referee/net/players/player.hpp"

namespace quiver::net {

// The board of a match, encoded once for all players and games.
using EncodedStartPtr = std::shared_ptr<const wire::EncodedStart>;

// What the record of a match states beyond what the state machine knows.
struct RecordDetails {
  std::uint32_t number = 1;  // in its run
  std::string board;
  games::Options options;  // as asked for
  std::uint32_t seed = 0;
  std::string started;           // UTC
  std::string event_board = {};  // as in a record
};

// What it takes to open a match.
struct NewMatch {
  match::Setup setup;
  RecordDetails details;
  EncodedStartPtr start;
  std::vector<PlayerPtr> players;         // one per seat; null for an absent one
  std::vector<MatchObserver*> observers;  // of this match only; they must outlive it
};

class MatchSession {
 public:
  MatchSession(NewMatch match, Time now);

  // Handles an event and executes the resulting actions. `over()` may be true afterwards.
  void handle(const match::Event& event, Time now);
  // The kernel has taken the Turn of this seat: its clock starts.
  void start_clock(base::Seat seat, base::Duration lag, Time now);

  [[nodiscard]] const match::Match& match() const { return match_; }
  [[nodiscard]] bool over() const { return match_.over(); }
  [[nodiscard]] const std::vector<PlayerPtr>& players() const { return players_; }
  [[nodiscard]] Time began() const { return began_; }
  // Its number in its run.
  [[nodiscard]] std::uint32_t number() const { return details_.number; }
  [[nodiscard]] MatchObserver& observers() { return observers_; }

  // The record without moves, for on_begin.
  [[nodiscard]] wire::Record heading() const;
  // The whole record, with what launched bots used. To be called once, when the match is over.
  [[nodiscard]] wire::Record final_record() const;

 private:
  // The record by the state machine, with the details that it does not know.
  [[nodiscard]] wire::Record record() const;
  // Null if the seat is empty, its player is disconnected, or it is a person.
  [[nodiscard]] Connection* connection(base::Seat seat) const;
  // Tells the match what the launched bot to move has used of its turn.
  void measure(Time now);
  void execute(const match::Action& action);
  void broadcast(const match::Tell& told);
  // Tells the processes of launched bots whose turn it is.
  void share_turn_state() const;

  match::Match match_;
  RecordDetails details_;
  EncodedStartPtr start_;
  std::vector<PlayerPtr> players_;
  MatchObservers observers_;
  Time began_;
};

}  // namespace quiver::net
