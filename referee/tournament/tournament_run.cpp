#include "referee/tournament/tournament_run.hpp"

#include <set>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/fingerprint.hpp"

namespace quiver::tournament {

namespace {

std::set<std::uint32_t> entrants_with_games(const History& history) {
  std::set<std::uint32_t> played;
  for (const store::GameResult& game : history.results)
    for (const auto& seat : game.seats) played.insert(seat.entrant);
  return played;
}

}  // namespace

base::Result<std::unique_ptr<TournamentRun>> TournamentRun::prepare(store::Store* store,
                                                                    TournamentRequest request) {
  std::unique_ptr<TournamentRun> run(new TournamentRun(std::move(request)));
  if (auto read = run->read(store); !read) return read.error();
  if (auto entered = run->enter_bots(); !entered) return entered.error();
  if (auto restored = run->restore_schedule(); !restored) return restored.error();
  auto board = scoreboard_of(run->history_);
  if (!board) return board.error();
  run->board_.emplace(std::move(*board));
  return run;
}

base::Result<void> TournamentRun::read(store::Store* store) {
  auto prepared = prepare_event(store, request_.event, "tournament", request_.plan);
  if (!prepared) return prepared.error();
  prepared_ = std::move(*prepared);
  auto history = read_history(store, prepared_.event);
  if (!history) return history.error();
  history_ = std::move(*history);
  return {};
}

base::Result<void> TournamentRun::enter_bots() {
  if (auto taken = take_changed_bots(); !taken) return taken;
  // All at first; later those that were not there before.
  for (auto k = static_cast<std::uint32_t>(history_.entrants.size()); k < request_.bots.size(); ++k) {
    auto version = launch::fingerprint(request_.bots[k]);
    if (!version) return version.error();
    history_.entrants.push_back(
        {k, request_.bots[k].name, request_.specs[k], std::move(*version), utc_now(), true});
    changes_.emplace_back(history_.entrants.back());
  }
  return {};
}

// Games of two programs under one name tell nothing about either. One that has not played may change.
base::Result<void> TournamentRun::take_changed_bots() {
  std::vector<store::Entrant>& entrants = history_.entrants;
  const std::set<std::uint32_t> played = entrants_with_games(history_);
  for (std::uint32_t k = 0; k < request_.bots.size() && k < entrants.size(); ++k) {
    auto version = launch::fingerprint(request_.bots[k]);
    if (!version) return version.error();
    if (entrants[k].version == *version) continue;
    if (played.contains(k) && !request_.allow_changed)
      return base::bad_input(changed_sentence(request_.bots[k].name));
    entrants[k].version = std::move(*version);
    changes_.emplace_back(entrants[k]);
  }
  return {};
}

base::Result<void> TournamentRun::restore_schedule() {
  auto format = format_of(history_.plan);
  if (!format) return format.error();
  schedule_.emplace(std::move(*format));
  if (auto restored = schedule_->restore(history_.drawn(), history_.played()); !restored)
    return restored.error();
  for (store::Change& one : reopen(history_, *schedule_)) changes_.push_back(std::move(one));
  return {};
}

Entry TournamentRun::entry() const {
  Entry entry;
  entry.event = history_.event.name;
  entry.bots = request_.bots;
  entry.seed = history_.plan.number("seed", 0);
  entry.openings = request_.openings;
  entry.sprt = request_.sprt;
  entry.entrants = history_.entrants;
  entry.played = entrants_with_games(history_);
  entry.allow_changed = request_.allow_changed;
  return entry;
}

base::Result<void> TournamentRun::begin(store::Store& store, EventRunner& runner,
                                        TournamentObserver& observer) {
  // A plan that has grown is written with what it brings: whoever reads sees both or none.
  if (prepared_.grown)
    changes_.insert(changes_.begin(), store::PlanText{prepared_.event.plan});
  else if (auto written = write_event(store, prepared_); !written)
    return written.error();
  // Before any game: entrants and pairings are written in one commit.
  if (!changes_.empty())
    if (auto committed = store.commit(prepared_.event.id, changes_); !committed) return committed.error();
  runner.start(store, prepared_.event.id);
  runner_ = &runner;
  observer_ = &observer;
  TournamentObserver& self = *this;
  games_.emplace(entry(), std::move(*schedule_), runner.notifier(), self);
  for (const Schedule::Result& one : history_.played()) games_->recall(one.index, one.points);
  games_->begin();
  return {};
}

bool TournamentRun::finish() {
  if (board_->games() == 0) return true;
  commit_ratings();
  return runner_->notifier().finish().has_value();
}

void TournamentRun::commit_ratings() {
  std::vector<store::Change> changes;
  for (store::Rating& one : board_->ratings()) changes.emplace_back(std::move(one));
  if (!changes.empty()) runner_->notifier().commit(std::move(changes));
}

void TournamentRun::on_drawn(const std::vector<Pairing>& pairings) {
  for (const Pairing& one : pairings) board_->add_pairing(one);
  observer_->on_drawn(pairings);
}

void TournamentRun::on_game(const store::Game& game) {
  board_->add_game(result_of(game));
  observer_->on_game(game);
  // Ratings cost a solution of the whole table, so they are not committed after every game.
  if (board_->games() % kBetweenRatings == 0) commit_ratings();
}

void TournamentRun::on_stopped(const Pairing& pairing, const std::string& why) {
  any_stopped_ = true;
  board_->add_stopped(names_of(*board_, pairing) + ": " + why);
  observer_->on_stopped(pairing, why);
}

void TournamentRun::on_changed(const std::string& why) {
  refusal_ = why;
  observer_->on_changed(why);
}

std::string names_of(const Scoreboard& board, const Pairing& pairing) {
  std::string out;
  for (const auto entrant : pairing.entrants) out += (out.empty() ? "" : " - ") + board.name(entrant);
  return out;
}

base::Result<std::optional<std::uint32_t>> seed_of_event(store::Store* store, const std::string& name) {
  if (store == nullptr) return std::optional<std::uint32_t>();
  auto events = store->events();
  if (!events) return events.error();
  for (const store::Event& one : *events) {
    if (one.name != name) continue;
    const auto known = Plan::parse(one.plan).find("seed");
    if (!known) continue;
    auto seed = base::parse_number(*known);
    if (!seed) return seed.error();
    return std::optional(*seed);
  }
  return std::optional<std::uint32_t>();
}

}  // namespace quiver::tournament
