#include "referee/tournament/workers/workers_report.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "referee/tournament/history.hpp"
#include "referee/tournament/ratings/homogeneity.hpp"
#include "referee/tournament/scoreboard.hpp"

namespace quiver::tournament {

using base::Result;
using store::WorkersReport;

namespace {

constexpr double kAlive = 30;  // seconds since its last sign of life
// How likely it may be that any of the workers is said to differ though none does.
constexpr double kMostFalse = 0.01;

using Entrants = std::vector<std::uint32_t>;
// Games of the same entrants, by worker. A result is seen by the first of the entrants.
using ByWorker = std::map<std::string, Stratum::Counts>;

// Which of a stratum's three counts this result belongs to, for the entrant in this place of the list.
std::size_t kind_of(const std::vector<store::SeatOfResult>& seats, std::size_t at) {
  const auto firsts = std::ranges::count(seats, 1U, &store::SeatOfResult::place);
  if (seats[at].place != 1) return 2;
  return firsts == 1 ? 0 : 1;
}

// Whom all results of a stratum are seen by: where more than two play, only one who wins often shows
// anything.
std::size_t best_of(const std::vector<const store::ResultCount*>& results) {
  std::vector<std::uint64_t> wins(results.front()->seats.size());
  for (const store::ResultCount* one : results)
    for (std::size_t s = 0; s < wins.size(); ++s)
      if (kind_of(one->seats, s) == 0) wins[s] += one->games;
  return static_cast<std::size_t>(std::ranges::max_element(wins) - wins.begin());
}

std::vector<ByWorker> strata_of(const std::vector<store::ResultCount>& results) {
  std::map<Entrants, std::vector<const store::ResultCount*>> met;
  for (const store::ResultCount& one : results) {
    Entrants entrants;
    for (const store::SeatOfResult& seat : one.seats) entrants.push_back(seat.entrant);
    if (!entrants.empty()) met[entrants].push_back(&one);
  }
  std::vector<ByWorker> strata;
  for (const auto& [entrants, games] : met) {
    const std::size_t best = best_of(games);
    ByWorker& stratum = strata.emplace_back();
    for (const store::ResultCount* one : games) stratum[one->worker][kind_of(one->seats, best)] += one->games;
  }
  return strata;
}

// The worker's games in each stratum, and those of all others.
std::vector<Stratum> against_others(const std::vector<ByWorker>& strata, const std::string& worker) {
  std::vector<Stratum> out;
  for (const ByWorker& stratum : strata) {
    if (!stratum.contains(worker)) continue;
    Stratum& one = out.emplace_back();
    for (const auto& [name, counts] : stratum)
      for (std::size_t k = 0; k < counts.size(); ++k) (name == worker ? one.part : one.rest)[k] += counts[k];
  }
  return out;
}

Result<WorkersReport::Progress> progress_of(store::Store& store, store::WorkQueue& queue,
                                            const store::Event& event) {
  const auto history = read_history(store, event);
  if (!history) return history.error();
  const auto board = scoreboard_of(*history);
  if (!board) return board.error();
  const store::Standings standings = board->standings();
  WorkersReport::Progress progress{event.name, standings.played, standings.planned, {}};
  const auto pace = queue.games_a_second(event.id);
  if (!pace) return pace.error();
  const double left = games_left(standings);
  if (left <= 0)
    progress.seconds_left = 0;
  else if (*pace > 0)
    progress.seconds_left = left / *pace;
  return progress;
}

Result<std::vector<store::Event>> events_to_report(store::Store& store, store::WorkQueue& queue,
                                                   const std::string& name) {
  const auto open = queue.open_events();
  if (!open) return open.error();
  const auto all = store.events();
  if (!all) return all.error();
  std::vector<store::Event> found;
  for (const store::Event& one : *all)
    if (name.empty() ? std::ranges::count(*open, one.id) > 0 : one.name == name) found.push_back(one);
  const auto is_tournament = [](const store::Event& one) { return one.kind == "tournament"; };
  if (found.empty() && name.empty())
    if (const auto last = std::find_if(all->rbegin(), all->rend(), is_tournament); last != all->rend())
      found.push_back(*last);
  if (found.empty() && !name.empty()) return find_event(store, name).error();
  return found;
}

}  // namespace

std::map<std::string, WorkersReport::Test> test_workers(
    const std::vector<std::vector<store::ResultCount>>& events) {
  std::vector<ByWorker> strata;
  std::set<std::string> workers;
  for (const auto& results : events) {
    for (ByWorker& one : strata_of(results)) strata.push_back(std::move(one));
    for (const store::ResultCount& one : results)
      if (!one.worker.empty()) workers.insert(one.worker);
  }
  std::map<std::string, WorkersReport::Test> tests;
  for (const std::string& worker : workers)
    if (const auto test = test_homogeneity(against_others(strata, worker)))
      tests[worker] = {test->chi_square, test->degrees, test->p, false};
  for (auto& [worker, test] : tests) test.differs = test.p * static_cast<double>(tests.size()) < kMostFalse;
  return tests;
}

Result<WorkersReport> report_workers(store::Store& store, store::WorkQueue& queue, const std::string& event) {
  WorkersReport report;
  const auto units = queue.state();
  if (!units) return units.error();
  report.units = *units;
  const auto events = events_to_report(store, queue, event);
  if (!events) return events.error();
  std::vector<std::vector<store::ResultCount>> results;
  for (const store::Event& one : *events) {
    auto counted = queue.results_by_worker(one.id);
    if (!counted) return counted.error();
    results.push_back(std::move(*counted));
    if (one.kind != "tournament") continue;
    auto progress = progress_of(store, queue, one);
    if (!progress) return progress.error();
    report.events.push_back(std::move(*progress));
  }
  const auto tests = test_workers(results);
  auto workers = queue.workers();
  if (!workers) return workers.error();
  for (store::WorkerState& state : *workers) {
    WorkersReport::Row& row = report.workers.emplace_back();
    row.alive = state.seen_seconds < kAlive;
    row.games_an_hour = state.hours > 0 ? static_cast<double>(state.games) / state.hours : 0;
    if (const auto test = tests.find(state.info.name); test != tests.end()) row.test = test->second;
    row.state = std::move(state);
  }
  return report;
}

}  // namespace quiver::tournament
