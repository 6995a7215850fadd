#include "referee/tournament/tournament.hpp"

#include <algorithm>

#include "client_sdk/base/mix.hpp"
#include "referee/run/order.hpp"
#include "referee/tournament/points.hpp"

namespace quiver::tournament {

namespace {

// Chained over the bytes, with the length at the end, so that "ab","c" and "a","bc" differ.
std::uint64_t mixed_with(std::uint64_t state, const std::string& text) {
  for (const char c : text) state = base::mix64(state ^ static_cast<unsigned char>(c));
  return base::mix64(state ^ text.size());
}

}  // namespace

std::vector<double> points_in(const std::vector<Entrant>& list, const store::GameResult& game) {
  std::vector<std::uint32_t> places;
  for (const auto& seat : game.seats) places.push_back(seat.place);
  const std::vector<double> by_seat = points_of(places);
  std::vector<double> points(list.size(), 0);
  for (std::size_t s = 0; s < by_seat.size(); ++s) {
    const auto at = std::find(list.begin(), list.end(), game.seats[s].entrant);
    if (at != list.end()) points[static_cast<std::size_t>(at - list.begin())] = by_seat[s];
  }
  return points;
}

std::string changed_sentence(const std::string& name) {
  return "the program of " + name +
         " has changed since the tournament began: give another --store or --event, or --allow-changed if "
         "that "
         "does not matter";
}

std::string why_void(const wire::Record& record) {
  constexpr std::string_view kBefore = "void: ";
  return record.sentence.starts_with(kBefore) ? record.sentence.substr(kBefore.size()) : record.sentence;
}

store::Pairing to_store(const Pairing& pairing, store::Pairing::State state, const std::string& note) {
  store::Pairing out;
  out.number = pairing.number;
  out.round = pairing.round;
  out.entrants = pairing.entrants;
  out.games = pairing.games;
  out.state = state;
  out.note = note;
  return out;
}

Tournament::Tournament(Entry entry, Schedule schedule, CommitNotifier& notifier, TournamentObserver& observer)
    : entry_(std::move(entry)), schedule_(std::move(schedule)), notifier_(notifier), observer_(observer) {}

void Tournament::recall(std::uint32_t index, const std::vector<double>& points) {
  if (entry_.sprt) entry_.sprt->add(index, points[0]);
}

void Tournament::begin() {
  draw();
  if (entry_.sprt && entry_.sprt->decided()) schedule_.stop();
}

void Tournament::stop() {
  stopped_ = true;
  schedule_.stop();
}

// Byes are settled as they are drawn, and where there is nothing but byes the next round follows at once.
void Tournament::draw() {
  for (auto drawn = schedule_.draw(); !drawn.empty(); drawn = schedule_.draw()) {
    std::vector<store::Change> changes;
    for (const Pairing& pairing : drawn) {
      const bool bye = pairing.entrants.size() < 2;
      changes.emplace_back(
          to_store(pairing, bye ? store::Pairing::State::kDone : store::Pairing::State::kOpen, ""));
    }
    notifier_.commit(std::move(changes), [this, drawn] { observer_.on_drawn(drawn); });
  }
}

std::optional<run::Game> Tournament::next(const run::PlayerPool& pool) {
  using Presence = run::PlayerPool::Presence;
  // Who is not there is waited for, but only when nobody else can play.
  // Two passes over the schedule: the first takes only games that can begin now.
  for (const bool wait : {false, true}) {
    const auto slot = schedule_.next([&](const Schedule::Slot& one) {
      for (const Entrant entrant : schedule_.pairing(one.pairing).entrants) {
        const Presence presence = pool.presence(entry_.bots[entrant]);
        if (presence == Presence::kBusy || (presence == Presence::kAbsent && !wait)) return false;
      }
      return true;
    });
    if (slot) return make_game(*slot);
  }
  return std::nullopt;
}

std::vector<run::Game> Tournament::next_unit() {
  std::vector<run::Game> games;
  const auto first = schedule_.next([](const Schedule::Slot&) { return true; });
  if (!first) return games;
  games.push_back(make_game(*first));
  // Two entrants swap seats after each game, and each opening is played twice.
  if (schedule_.pairing(first->pairing).entrants.size() != 2 || first->index % 2 != 0) return games;
  const auto second = schedule_.next([&](const Schedule::Slot& slot) {
    return slot.pairing == first->pairing && slot.index == first->index + 1;
  });
  if (second) games.push_back(make_game(*second));
  return games;
}

base::Result<std::size_t> Tournament::identify(const run::Game& game, base::Seat seat,
                                               const std::string& fingerprint) {
  const std::size_t number = game.bots[seat.value()];
  if (number >= entry_.entrants.size()) return number;
  store::Entrant& entrant = entry_.entrants[number];
  // The first game of a bot fixes its program; before that it may change.
  const bool played = !entry_.played.insert(entrant.number).second;
  if (entrant.version == fingerprint) return number;
  if (played && !entry_.allow_changed) {
    const std::string why = changed_sentence(entrant.name);
    if (!stopped_) observer_.on_changed(why);
    stop();
    return base::bad_input(why);
  }
  entrant.version = fingerprint;
  notifier_.commit({entrant});
  return number;
}

std::vector<Entrant> Tournament::seats_of(const Schedule::Slot& slot) const {
  const Pairing& pairing = schedule_.pairing(slot.pairing);
  std::vector<Entrant> seats;
  for (const std::size_t place : seating(pairing, slot.index)) seats.push_back(pairing.entrants[place]);
  return seats;
}

std::uint32_t Tournament::seed_of(const Schedule::Slot& slot) const {
  std::uint64_t state = base::mix64(entry_.seed);
  for (const Entrant entrant : seats_of(slot)) state = mixed_with(state, entry_.bots[entrant].name);
  state = base::mix64(state ^ schedule_.batch(slot.pairing));
  // Not by the index: who else takes part may decide who of them is first in their list.
  return static_cast<std::uint32_t>(base::mix64(state ^ schedule_.seat_round(slot)));
}

BoardTurn Tournament::board_of(const Schedule::Slot& slot) const {
  std::vector<std::string> names;
  for (const Entrant entrant : schedule_.pairing(slot.pairing).entrants)
    names.push_back(entry_.bots[entrant].name);
  // Not in the order of the list, which may differ between the pairings of the same entrants.
  std::sort(names.begin(), names.end());
  std::uint64_t first = base::mix64(entry_.seed);
  for (const std::string& name : names) first = mixed_with(first, name);
  first = base::mix64(first ^ schedule_.batch(slot.pairing));
  return board_turn(first, schedule_.seat_round(slot), entry_.openings.size());
}

run::Game Tournament::make_game(const Schedule::Slot& slot) {
  run::Game game;
  game.number = slot.number;
  game.id = entry_.event + "-" + std::to_string(slot.number);
  for (const Entrant entrant : seats_of(slot)) game.bots.push_back(entrant);
  const Pairing& pairing = schedule_.pairing(slot.pairing);
  const auto seats = static_cast<unsigned>(pairing.entrants.size());
  const BoardTurn turn = board_of(slot);
  const auto boards = static_cast<std::uint32_t>(entry_.openings.size());
  // Of all pairings of these entrants together, on this board.
  const std::uint32_t games = (pairing.games * schedule_.meetings(slot.pairing) + boards - 1) / boards;
  game.board = turn.board;
  game.opening =
      entry_.openings[turn.board].find(schedule_.batch(slot.pairing), turn.round * seats, games, seats);
  // As in a match of one game with this seed, so that it can be played again alone.
  game.seed = seed_of(slot);
  for (unsigned s = 0; s < game.bots.size(); ++s)
    game.seeds.push_back(run::seat_seed(game.seed, 1, base::seat(s)));
  running_.emplace(slot.number, slot);
  return game;
}

void Tournament::on_over(const run::Game& game, const wire::Record& record,
                         const std::optional<base::Seat>&) {
  const auto found = running_.find(game.number);
  if (found == running_.end()) return;
  const Schedule::Slot slot = found->second;
  running_.erase(found);
  observer_.on_ended(slot.number);
  if (record.end == wire::End::kVoid) return on_void(slot, record);
  std::vector<std::uint32_t> places;
  for (const auto& seat : record.seats) places.push_back(seat.place);
  const std::vector<double> by_seat = points_of(places);
  const std::vector<std::size_t> seats = seating(schedule_.pairing(slot.pairing), slot.index);
  // Points come by seat and are stored in the order of the pairing's list.
  std::vector<double> points(by_seat.size());
  for (std::size_t s = 0; s < seats.size(); ++s) points[seats[s]] = by_seat[s];
  schedule_.finish(slot, points);
  commit_game(slot, record);
  if (entry_.sprt) {
    entry_.sprt->add(slot.index, points[0]);
    if (entry_.sprt->decided()) schedule_.stop();
  }
  // The last game of a round settles it, and the next round is drawn at once.
  draw();
}

void Tournament::on_void(const Schedule::Slot& slot, const wire::Record& record) {
  if (stopped_) return schedule_.put_back(slot);  // nobody's fault: it was broken off
  if (wire::is_starved(record) && starved_[slot.number] < run::kMostStarved) {
    ++starved_[slot.number];
    schedule_.put_back(slot);
    return observer_.on_void(record);
  }
  // Games of a stopped pairing may still be running and end void; it is reported once.
  const bool was_stopped = schedule_.is_stopped(slot.pairing);
  const bool again = schedule_.repeat(slot);
  observer_.on_void(record);
  if (again || was_stopped) return;
  const Pairing& pairing = schedule_.pairing(slot.pairing);
  const std::string why = "two games in a row were void: " + why_void(record);
  notifier_.commit({to_store(pairing, store::Pairing::State::kStopped, why)},
                   [this, pairing, why] { observer_.on_stopped(pairing, why); });
}

void Tournament::commit_game(const Schedule::Slot& slot, const wire::Record& record) {
  store::Game game;
  game.number = slot.number;
  game.pairing = slot.pairing;
  game.index = slot.index;
  game.entrants = seats_of(slot);
  game.record = record;
  if (const auto starved = starved_.find(slot.number); starved != starved_.end()) {
    game.record.starved = starved->second;
    starved_.erase(starved);
  }
  std::vector<store::Change> changes;
  // In one commit, so that a pairing is never stored as done without its last game.
  changes.emplace_back(game);
  if (schedule_.is_settled(slot.pairing))
    changes.emplace_back(to_store(schedule_.pairing(slot.pairing), store::Pairing::State::kDone, ""));
  notifier_.commit(std::move(changes), [this, game = std::move(game)] { observer_.on_game(game); });
}

}  // namespace quiver::tournament
