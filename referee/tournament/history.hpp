// An event as a store has it: found or begun, checked against what is asked for now, and read back.
#pragma once

#include <string>
#include <vector>

#include "referee/store/store.hpp"
#include "referee/tournament/plan.hpp"
#include "referee/tournament/schedule.hpp"

namespace quiver::tournament {

// Everything that the store has of one event.
struct History {
  store::Event event;
  Plan plan;
  std::vector<store::Entrant> entrants;
  std::vector<store::Pairing> pairings;
  std::vector<store::GameResult> results;

  // What a schedule goes on from.
  [[nodiscard]] std::vector<Pairing> drawn() const;
  [[nodiscard]] std::vector<Schedule::Result> played() const;
};

// An event as it is to be, of which nothing is written yet: what is refused must leave the store as it was.
struct PreparedEvent {
  store::Event event;  // its id is 0 if it is new
  bool grown = false;  // its plan is, and replaces the one before
};

// The event of that name, or a new one. An error if it is of another kind or was begun with another plan,
// with the difference. Without a store it is new.
base::Result<PreparedEvent> prepare_event(store::Store* store, const std::string& name,
                                          const std::string& kind, const Plan& plan);
// Writes it, and gives a new one its id.
base::Result<void> write_event(store::Store& store, PreparedEvent& prepared);

// Both at once.
base::Result<store::Event> open_event(store::Store& store, const std::string& name, const std::string& kind,
                                      const Plan& plan);

// The event of that name; without a name the one that began last, a ladder's challenges aside. An error if
// there is none.
base::Result<store::Event> find_event(store::Store& store, const std::string& name);

// Of an event that is not in a store yet there is none.
base::Result<History> read_history(store::Store* store, const store::Event& event);
base::Result<History> read_history(store::Store& store, const store::Event& event);

// Brings the history's pairings to what the schedule makes of them: more games and pairings where the plan
// has grown, and those that were stopped are open again. What has changed, to be kept.
std::vector<store::Change> reopen(History& history, const Schedule& schedule);

// The time now, UTC, as records write it.
std::string utc_now();

}  // namespace quiver::tournament
