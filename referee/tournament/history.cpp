#include "referee/tournament/history.hpp"

#include <algorithm>
#include <chrono>

#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/tournament/tournament.hpp"

namespace quiver::tournament {

std::string utc_now() { return base::format_utc(std::chrono::system_clock::now()); }

std::vector<Pairing> History::drawn() const {
  std::vector<Pairing> out;
  for (const store::Pairing& one : pairings) out.push_back({one.number, one.round, one.entrants, one.games});
  return out;
}

std::vector<Schedule::Result> History::played() const {
  std::vector<Schedule::Result> out;
  for (const store::GameResult& game : results) {
    // They are numbered from 1 without gaps.
    if (game.pairing == 0 || game.pairing > pairings.size()) continue;
    out.push_back({game.pairing, game.index, points_in(pairings[game.pairing - 1].entrants, game)});
  }
  return out;
}

base::Result<PreparedEvent> prepare_event(store::Store* store, const std::string& name,
                                          const std::string& kind, const Plan& plan) {
  const PreparedEvent begun{{0, name, kind, plan.text(), utc_now()}, false};
  if (store == nullptr) return begun;
  auto events = store->events();
  if (!events) return events.error();
  const auto found =
      std::find_if(events->begin(), events->end(), [&](const auto& one) { return one.name == name; });
  if (found == events->end()) return begun;
  if (found->kind != kind)
    return base::bad_input("the store has " + base::quoted(name) + " already, and it is of the kind " +
                           base::quoted(found->kind) + "; give --event another name");
  const Plan before = Plan::parse(found->plan);
  const Plan now = grown(before, plan);
  // The same plan: the event goes on where it ended.
  if (before == now) return PreparedEvent{*found, false};
  if (auto same = continues(before, plan); !same)
    return base::bad_input(base::quoted(name) + " cannot be resumed: " + same.error().sentence +
                           "; give another --store or --event to play that instead");
  found->plan = now.text();
  return PreparedEvent{*found, true};
}

base::Result<void> write_event(store::Store& store, PreparedEvent& prepared) {
  if (prepared.grown) return store.change_plan(prepared.event.id, prepared.event.plan);
  if (prepared.event.id != 0) return {};
  auto begun = store.begin(prepared.event);
  if (!begun) return begun.error();
  prepared.event = std::move(*begun);
  return {};
}

base::Result<store::Event> open_event(store::Store& store, const std::string& name, const std::string& kind,
                                      const Plan& plan) {
  auto prepared = prepare_event(&store, name, kind, plan);
  if (!prepared) return prepared.error();
  if (auto written = write_event(store, *prepared); !written) return written.error();
  return prepared->event;
}

base::Result<store::Event> find_event(store::Store& store, const std::string& name) {
  auto events = store.events();
  if (!events) return events.error();
  if (events->empty()) return base::bad_input("nothing has been played in this store");
  if (name.empty()) {
    // The challenges of a ladder are beside it, and not what somebody wants who names nothing.
    const auto last = std::find_if(events->rbegin(), events->rend(), [](const store::Event& one) {
      return one.kind != "games" || !one.name.ends_with("-challenges");
    });
    return last == events->rend() ? events->back() : *last;
  }
  for (const store::Event& one : *events)
    if (one.name == name) return one;
  std::string names;
  for (const store::Event& one : *events) names += (names.empty() ? "" : ", ") + one.name;
  return base::bad_input("there is no event " + base::quoted(name) + " in this store; it has " + names);
}

base::Result<History> read_history(store::Store& store, const store::Event& event) {
  History history{event, Plan::parse(event.plan), {}, {}, {}};
  auto entrants = store.entrants(event.id);
  if (!entrants) return entrants.error();
  auto pairings = store.pairings(event.id);
  if (!pairings) return pairings.error();
  auto results = store.results(event.id);
  if (!results) return results.error();
  history.entrants = std::move(*entrants);
  history.pairings = std::move(*pairings);
  history.results = std::move(*results);
  return history;
}

base::Result<History> read_history(store::Store* store, const store::Event& event) {
  // An id of 0: the event is prepared and not written yet.
  if (store == nullptr || event.id == 0) return History{event, Plan::parse(event.plan), {}, {}, {}};
  return read_history(*store, event);
}

std::vector<store::Change> reopen(History& history, const Schedule& schedule) {
  std::vector<store::Change> changes;
  // Those of later entrants. Without any the event has not begun: all are drawn and stored as it does.
  for (std::size_t k = history.pairings.size(); k > 0 && k < schedule.pairings(); ++k)
    changes.emplace_back(history.pairings.emplace_back(
        to_store(schedule.pairing(static_cast<std::uint32_t>(k + 1)), store::Pairing::State::kOpen, "")));
  for (store::Pairing& one : history.pairings) {
    const store::Pairing before = one;
    one.games = schedule.pairing(one.number).games;
    // Stopped pairings get another chance: whatever made their games void may be mended.
    if (one.state == store::Pairing::State::kStopped || !schedule.is_settled(one.number)) {
      one.state = store::Pairing::State::kOpen;
      one.note.clear();
    }
    if (one != before) changes.emplace_back(one);
  }
  return changes;
}

}  // namespace quiver::tournament
