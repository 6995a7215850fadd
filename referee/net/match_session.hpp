// A match being played: the state machine, the players in its seats, and whoever watches.
//
// A match carries out what its match wants: it encodes messages once, puts them into the players' queues and
// hands each queue over in one piece. Belongs to the server; lives on its thread.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "client_sdk/wire/codec.hpp"
#include "referee/match/match.hpp"
#include "referee/net/player.hpp"

namespace quiver::net {

// Hears of a match what spectators hear. All calls come on the referee's thread.
class MatchObserver {
 public:
  virtual ~MatchObserver() = default;
  // The match stands; nothing has happened at it yet.
  virtual void on_open(const MatchSession& match_session) = 0;
  virtual void on_event(const MatchSession& match_session, const match::Message& message,
                        const wire::Info& info) = 0;
  // The match is over; the match is gone after this call.
  virtual void on_over(const MatchSession& match_session) = 0;
};

class MatchSession {
 public:
  using EncodedStartPtr = std::shared_ptr<const wire::EncodedStart>;

  // `players` has one for each seat; none for one that did not come.
  MatchSession(match::Setup setup, EncodedStartPtr start, std::vector<PlayerPtr> players,
               MatchObserver& observer, Time now);

  // Lets the match handle the event and carries out what it wants. `over()` may be true after it.
  void handle(const match::Event& event, Time now);
  // The seats whose queues were handed over hear that their clock runs.
  void handed_over(base::Seat seat, base::Duration lag, Time now);

  [[nodiscard]] const match::Match& match() const { return match_; }
  [[nodiscard]] bool over() const { return match_.over(); }
  [[nodiscard]] const std::vector<PlayerPtr>& players() const { return players_; }
  [[nodiscard]] Time began() const { return began_; }
  [[nodiscard]] MatchObserver& observer() const { return observer_; }

  // What the server last noted as its deadline.
  std::optional<Time> noted_deadline;
  bool finished = false;  // the server has seen that it is over

 private:
  [[nodiscard]] Connection* connection(base::Seat seat) const;
  void carry_out(const match::Action& action);
  void tell(const match::Tell& told);
  // Lets the bodies of the players know whose turn it is.
  void share_turn_state() const;

  match::Match match_;
  EncodedStartPtr start_;
  std::vector<PlayerPtr> players_;
  MatchObserver& observer_;
  Time began_;
};

}  // namespace quiver::net
