#include "referee/tournament/schedule.hpp"

#include <algorithm>

namespace quiver::tournament {

Schedule::Schedule(std::unique_ptr<Format> format) : format_(std::move(format)) {}

base::Result<void> Schedule::restore(const std::vector<Pairing>& drawn, const std::vector<Result>& played) {
  std::map<std::uint32_t, std::vector<const Result*>> of_pairing;
  for (const Result& result : played) of_pairing[result.pairing].push_back(&result);
  // Replays the draws of the format over the stored results, and checks that they have the same shape.
  std::size_t known = 0;
  while (known < drawn.size()) {
    const std::vector<Pairing> batch = draw();
    const bool is_short = known + batch.size() > drawn.size();
    if (batch.empty() || (is_short && !was_before(drawn.size() - known)))
      return base::bad_input("the pairings that were drawn before do not fit the format");
    for (std::size_t k = 0; k < batch.size() && known < drawn.size(); ++k, ++known) {
      if (drawn[known].entrants.size() != batch[k].entrants.size())
        return base::bad_input("the pairings that were drawn before do not fit the format");
      State& state = states_[known];
      state.pairing.entrants = drawn[known].entrants;
      for (const Result* result : of_pairing[state.pairing.number])
        take(state, result->index, result->points);
    }
    count_meetings();
  }
  return {};
}

// So many pairings of the batch are those of a stage.
bool Schedule::was_before(std::size_t pairings) const {
  return std::any_of(stages_.begin(), stages_.end(),
                     [&](const DrawnStage& stage) { return stage.pairings == pairings; });
}

std::vector<Pairing> Schedule::draw() {
  if (complete_ || !batch_settled()) return {};
  std::vector<Played> so_far;
  for (const State& state : states_) so_far.push_back(played_of(state));
  std::vector<Pairing> drawn = format_->draw(so_far);
  if (drawn.empty())
    complete_ = true;
  else
    add_batch(drawn);
  return drawn;
}

void Schedule::add_batch(std::vector<Pairing> pairings) {
  // Numbers of one batch end where its longest pairing would, so that those of the next never overlap.
  if (!states_.empty()) offset_ += most_games() * static_cast<std::uint32_t>(with_games_.size());
  batch_ = states_.size();
  stages_ = batches_ == 0 ? format_->stages() : std::vector<DrawnStage>();
  with_games_.clear();
  for (Pairing& pairing : pairings) {
    State state;
    state.games = pairing.entrants.size() > 1 ? pairing.games : 0;
    state.pairing = std::move(pairing);
    state.batch = batches_;
    state.position = static_cast<std::uint32_t>(with_games_.size());
    if (state.pairing.entrants.size() > 1) with_games_.push_back(states_.size());
    states_.push_back(std::move(state));
  }
  ++batches_;
  count_meetings();
}

void Schedule::count_meetings() {
  const auto sorted = [](std::vector<Entrant> who) {
    std::sort(who.begin(), who.end());
    return who;
  };
  std::map<std::vector<Entrant>, std::uint32_t> met;
  for (std::size_t k = batch_; k < states_.size(); ++k) ++met[sorted(states_[k].pairing.entrants)];
  for (std::size_t k = batch_; k < states_.size(); ++k)
    states_[k].meetings = met[sorted(states_[k].pairing.entrants)];
}

// The pairings of the same entrants begin with different ones, so together they go round the sooner.
std::uint32_t Schedule::seat_round(const Slot& slot) const {
  const State& state = states_[slot.pairing - 1];
  const auto seats = static_cast<std::uint32_t>(state.pairing.entrants.size());
  return static_cast<std::uint32_t>(std::uint64_t{slot.index} * state.meetings / seats);
}

// Game by game across all pairings: the first game of each, then the second of each. What a stage adds to the
// one before, be it pairings or games, is numbered in the same way, without what was there.
std::uint64_t Schedule::place_in_batch(std::uint32_t position, std::uint32_t index) const {
  std::vector<DrawnStage> stages = stages_;
  stages.push_back({static_cast<std::uint32_t>(with_games_.size()), ~std::uint32_t{0}});
  DrawnStage before;
  for (const DrawnStage& stage : stages) {
    if (position < stage.pairings && index < stage.games) {
      const std::uint64_t there = std::uint64_t{before.pairings} * before.games;
      const std::uint64_t added = stage.pairings - before.pairings;
      if (index < before.games) return there + index * added + (position - before.pairings);
      return there + before.games * added + std::uint64_t{index - before.games} * stage.pairings + position;
    }
    before = stage;
  }
  return 0;
}

Schedule::Slot Schedule::slot(const State& state, std::uint32_t index) const {
  const auto place = static_cast<std::uint32_t>(place_in_batch(state.position, index));
  return {offset_ + place + 1, state.pairing.number, index};
}

std::uint32_t Schedule::most_games() const {
  std::uint32_t most = 0;
  for (const std::size_t k : with_games_) most = std::max(most, states_[k].games);
  return most;
}

// `next` only moves forward, so that a pairing's games are searched once in all.
std::optional<std::uint32_t> Schedule::first_open(State& state) {
  while (state.next < state.games && state.results.contains(state.next)) ++state.next;
  if (state.stopped) return std::nullopt;
  if (!state.back.empty()) return *state.back.begin();
  return state.next < state.games ? std::optional(state.next) : std::nullopt;
}

std::optional<Schedule::Slot> Schedule::next(const std::function<bool(const Slot&)>& can_play) {
  if (stopped_) return std::nullopt;
  std::optional<Slot> found;
  for (const std::size_t k : with_games_) {
    const auto index = first_open(states_[k]);
    if (!index || (found && *index >= found->index)) continue;
    if (const Slot one = slot(states_[k], *index); can_play(one)) found = one;
  }
  if (!found) return found;
  State& state = states_[found->pairing - 1];
  if (state.back.erase(found->index) == 0) state.next = found->index + 1;
  ++running_;
  return found;
}

Played Schedule::played_of(const State& state) const {
  Played out{state.pairing, {}};
  for (const auto& [index, points] : state.results) out.games.push_back(points);
  return out;
}

void Schedule::take(State& state, std::uint32_t index, std::vector<double> points) {
  if (!state.results.emplace(index, std::move(points)).second) return;
  ++played_;
  state.voids = 0;
  if (state.results.size() < state.games) return;
  // A tie may need more games now that all planned ones are played.
  state.games = std::max(state.games, format_->games_of(played_of(state)));
}

void Schedule::finish(const Slot& slot, std::vector<double> points) {
  --running_;
  take(states_[slot.pairing - 1], slot.index, std::move(points));
}

void Schedule::put_back(const Slot& slot) {
  --running_;
  states_[slot.pairing - 1].back.insert(slot.index);
}

bool Schedule::repeat(const Slot& slot) {
  State& state = states_[slot.pairing - 1];
  put_back(slot);
  if (++state.voids < 2 && !state.stopped) return true;
  state.stopped = true;
  return false;
}

bool Schedule::is_settled(std::uint32_t pairing) const {
  const State& state = states_[pairing - 1];
  return state.results.size() >= state.games;
}

bool Schedule::batch_settled() const {
  return std::all_of(states_.begin() + static_cast<std::ptrdiff_t>(batch_), states_.end(),
                     [](const State& state) { return state.results.size() >= state.games; });
}

bool Schedule::exhausted() const {
  if (stopped_ || complete_) return true;
  if (running_ > 0) return false;
  return std::none_of(with_games_.begin(), with_games_.end(), [&](std::size_t k) {
    const State& state = states_[k];
    return !state.stopped && state.results.size() < state.games;
  });
}

std::uint64_t Schedule::planned() const {
  std::uint64_t all = 0;
  for (const State& state : states_) all += state.games;
  return all;
}

}  // namespace quiver::tournament
