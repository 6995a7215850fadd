// Observes matches: their start, their messages, their changes and their end.
//
// All calls come on the referee's thread, while it handles an event. An observer notes what it needs and
// returns. It must not block, and must not change the server or the list of observers inside a call. A
// MatchSession may be used from its on_begin until the end of its on_over.
#pragma once

#include <utility>
#include <vector>

#include "client_sdk/wire/messages.hpp"
#include "referee/match/events.hpp"

namespace quiver::net {

class MatchSession;

class MatchObserver {
 public:
  virtual ~MatchObserver() = default;

  // The match waits for its players. `heading` is its record so far: id, number, board, options, start time,
  // names and clocks; no moves. A void game that is played again has the same id and another MatchSession.
  virtual void on_begin(const MatchSession& /*session*/, const wire::Record& /*heading*/) {}
  // A message that goes to all seats.
  virtual void on_message(const MatchSession& /*session*/, const match::Message& /*message*/) {}
  // The state of the match may have changed: moves, clocks, connections. Called once after each event.
  virtual void on_change(const MatchSession& /*session*/) {}
  // The match is over and its record is complete. The session is destroyed after this call.
  virtual void on_over(const MatchSession& /*session*/, const wire::Record& /*record*/) {}
};

// A list of observers, which is an observer itself: it passes each call on, in the order of the list.
class MatchObservers final : public MatchObserver {
 public:
  MatchObservers() = default;
  explicit MatchObservers(std::vector<MatchObserver*> all) : all_(std::move(all)) {}

  // An observer must outlive the list or be removed before it ends.
  void add(MatchObserver& observer) { all_.push_back(&observer); }
  void remove(MatchObserver& observer) { std::erase(all_, &observer); }

  void on_begin(const MatchSession& session, const wire::Record& heading) override {
    for (MatchObserver* one : all_) one->on_begin(session, heading);
  }
  void on_message(const MatchSession& session, const match::Message& message) override {
    for (MatchObserver* one : all_) one->on_message(session, message);
  }
  void on_change(const MatchSession& session) override {
    for (MatchObserver* one : all_) one->on_change(session);
  }
  void on_over(const MatchSession& session, const wire::Record& record) override {
    for (MatchObserver* one : all_) one->on_over(session, record);
  }

 private:
  std::vector<MatchObserver*> all_;
};

}  // namespace quiver::net
