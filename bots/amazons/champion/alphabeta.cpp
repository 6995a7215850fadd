#include "bots/amazons/champion/alphabeta.hpp"

#include <algorithm>
#include <cmath>

#include "client_sdk/base/mix.hpp"

namespace quiver::bots::amazons::champion {

namespace {

constexpr unsigned kCountingWork = 1500;
constexpr int kMostHistory = 16'000;

int hundredths(float chance) { return static_cast<int>(std::lround(100 * std::log(chance / (1 - chance)))); }

}  // namespace

template <unsigned Words>
typename AlphaBeta<Words>::Found AlphaBeta<Words>::search(const Board<Words>& root,
                                                          const EngineLimits& limits,
                                                          const std::atomic<bool>& stop) {
  me_ = root.to_move();
  limits_ = limits, stop_ = &stop;
  judged_ = 0, stopped_ = false;
  best_ = {};
  for (std::int16_t& value : history_) value = static_cast<std::int16_t>(value / 4);
  for (auto& killers : killers_) killers = {};
  const Spot spot{root, false, 0};
  Found found;
  Window window{-kInfinite, kInfinite};
  for (int depth = 2; depth < static_cast<int>(kMostPlies) - 2 && !stopped_;) {
    const int value = search_all(spot, window, depth, 0);
    found.step = best_;
    if (stopped_) break;
    if (value <= window.alpha || value >= window.beta) {
      window = value <= window.alpha ? Window{-kInfinite, window.beta} : Window{window.alpha, kInfinite};
      continue;
    }
    found.value = value, found.depth = static_cast<unsigned>(depth);
    if (std::abs(value) > kCountedOut - static_cast<int>(kMostPlies)) break;
    window = {value - rules_.aspiration, value + rules_.aspiration};
    depth += rules_.deeper;
  }
  return found;
}

template <unsigned Words>
void AlphaBeta<Words>::look_at_the_clock() {
  const bool out = judged_ >= limits_.nodes || stop_->load(std::memory_order_relaxed) ||
                   (limits_.time != nullptr && limits_.time->over(std::chrono::steady_clock::now()));
  if (out && !best_.none()) stopped_ = true;  // a whole move is there
}

template <unsigned Words>
std::uint64_t AlphaBeta<Words>::key_of(const Spot& spot) const {
  const std::uint64_t hash = spot.board.hash();
  return spot.half_done ? base::mix64(hash + spot.queen + 1) : hash;
}

template <unsigned Words>
std::int16_t& AlphaBeta<Words>::history(const Spot& spot, Cell from, Cell to) {
  constexpr std::size_t kCells = Ground<Words>::kMostCells;
  return spot.half_done ? history_[(kCells + spot.queen) * kCells + to] : history_[from * kCells + to];
}

// Where the game is over or can be counted out.
template <unsigned Words>
std::optional<int> AlphaBeta<Words>::value_without_search(const Spot& spot, unsigned ply) {
  if (spot.half_done || ply == 0) return std::nullopt;
  const auto winner = settling_.winner(spot.board, kCountingWork);
  if (!winner) return std::nullopt;
  const int value = kCountedOut - static_cast<int>(ply);
  return (*winner == me_) == mine(spot) ? value : -value;
}

template <unsigned Words>
int AlphaBeta<Words>::judge(const Spot& spot, unsigned ply) {
  if (spot.half_done)
    judge_.judge_arrows(spot.board, spot.queen, me_, nodes_);
  else
    judge_.judge_queen_moves(spot.board, me_, nodes_);
  judged_ += nodes_.size();
  const bool my_choice = mine(spot);
  const int won = kWon - static_cast<int>(ply);
  int best = -kInfinite;
  auto& choices = choices_[ply];
  choices.clear();
  for (const Node& node : nodes_) {
    const float chance = my_choice ? node.best : 1 - node.best;
    const int value = chance >= 1 ? won : chance <= 0 ? -won : hundredths(chance);
    choices.push_back({node.from, node.to, value, value});
    best = std::max(best, value);
  }
  return best;
}

template <unsigned Words>
void AlphaBeta<Words>::order(const Spot& spot, unsigned ply, const std::optional<Transposition>& known) {
  const auto same = [](const Choice& a, const auto& b) { return a.from == b.from && a.to == b.to; };
  for (Choice& choice : choices_[ply]) {
    choice.order += history(spot, choice.from, choice.to) / rules_.history;
    if (known && same(choice, *known)) choice.order = kInfinite;
    for (const Choice& killer : killers_[ply])
      if (same(choice, killer)) choice.order += rules_.killer;
  }
  std::stable_sort(choices_[ply].begin(), choices_[ply].end(),
                   [](const Choice& a, const Choice& b) { return a.order > b.order; });
}

template <unsigned Words>
void AlphaBeta<Words>::praise(const Spot& spot, const Choice& choice, int depth, unsigned ply) {
  auto& killers = killers_[ply];
  if (killers[0].from != choice.from || killers[0].to != choice.to) killers = {choice, killers[0]};
  std::int16_t& value = history(spot, choice.from, choice.to);
  const int bonus = std::min(depth * depth * 64, 2048);
  value = static_cast<std::int16_t>(value + bonus - value * bonus / kMostHistory);
}

template <unsigned Words>
int AlphaBeta<Words>::search(const Spot& spot, Window window, int depth, unsigned ply) {
  const auto known = table_.find(key_of(spot));
  if (known && ply > 1 && known->depth >= depth) {
    const bool enough = known->bound == Bound::kExact ||
                        (known->bound == Bound::kLower && known->value >= window.beta) ||
                        (known->bound == Bound::kUpper && known->value <= window.alpha);
    if (enough) return known->value;
  }
  if (const auto value = value_without_search(spot, ply)) return *value;
  if (depth > 1 && ply + 2 < kMostPlies) return search_all(spot, window, depth, ply);
  const int value = judge(spot, ply);
  look_at_the_clock();
  const auto best = std::find_if(choices_[ply].begin(), choices_[ply].end(),
                                 [&](const Choice& choice) { return choice.value == value; });
  if (ply == 1) first_arrow_ = best->to;
  if (!known || known->depth <= 1) table_.keep(key_of(spot), {value, 1, Bound::kExact, best->from, best->to});
  return value;
}

template <unsigned Words>
int AlphaBeta<Words>::search_all(const Spot& spot, Window window, int depth, unsigned ply) {
  const std::uint64_t key = key_of(spot);
  const int best_by_judgement = judge(spot, ply);
  order(spot, ply, table_.find(key));
  look_at_the_clock();
  int best = -kInfinite;
  Choice chosen;
  int alpha = window.alpha;
  const std::size_t count = choices_[ply].size();
  for (unsigned index = 0; index < count && !stopped_; ++index) {
    const Choice choice = choices_[ply][index];
    const bool late = too_late(spot, index, depth) ||
                      choice.value < best_by_judgement - rules_.gap - rules_.more_gap * depth;
    if (late && best > -kCountedOut + static_cast<int>(kMostPlies)) continue;
    const int value = follow(spot, choice, {alpha, window.beta}, depth, ply, index);
    if (stopped_) break;
    if (value <= best) continue;
    best = value, chosen = choice;
    if (ply == 1) first_arrow_ = choice.to;
    if (ply == 0 && value > window.alpha) best_ = {choice.from, choice.to, first_arrow_};
    alpha = std::max(alpha, value);
    if (alpha >= window.beta) break;
  }
  if (stopped_) return best;
  if (best >= window.beta) praise(spot, chosen, depth, ply);
  const Bound bound = best >= window.beta    ? Bound::kLower
                      : best <= window.alpha ? Bound::kUpper
                                             : Bound::kExact;
  table_.keep(key, {best, depth, bound, chosen.from, chosen.to});
  return best;
}

template <unsigned Words>
bool AlphaBeta<Words>::too_late(const Spot& spot, unsigned index, int depth) const {
  const int most = spot.half_done ? rules_.arrows + rules_.more_arrows * depth
                                  : rules_.queens + rules_.more_queens * depth;
  return static_cast<int>(index) >= most;
}

template <unsigned Words>
int AlphaBeta<Words>::reduction(int depth, unsigned index) const {
  if (depth < 3 || index < 2) return 0;
  const float deep = std::log(static_cast<float>(depth)), late = std::log(static_cast<float>(index + 1));
  const auto less = static_cast<int>(rules_.reduced + deep * late / rules_.slowness);
  return (less + rules_.by / 2) / rules_.by * rules_.by;
}

// The value of one choice, for whoever chooses it.
template <unsigned Words>
int AlphaBeta<Words>::follow(const Spot& spot, const Choice& choice, Window window, int depth, unsigned ply,
                             unsigned index) {
  Spot next = spot;
  if (spot.half_done) {
    next.board.shoot(ground_, choice.to);
    if (next.board.over()) return choice.value;
    next.half_done = false;
  } else {
    next.board.move_queen(ground_, choice.from, choice.to);
    next.half_done = true, next.queen = choice.to;
  }
  const int sign = mine(next) == mine(spot) ? 1 : -1;
  const auto searched = [&](Window w, int deep) {
    const Window turned = sign > 0 ? w : Window{-w.beta, -w.alpha};
    return sign * search(next, turned, deep, ply + 1);
  };
  if (index == 0) return searched(window, depth - 1);
  const int less = std::min(reduction(depth, index), (depth - 2) / rules_.by * rules_.by);
  int value = searched({window.alpha, window.alpha + 1}, depth - 1 - less);
  if (value > window.alpha && less > 0 && !stopped_)
    value = searched({window.alpha, window.alpha + 1}, depth - 1);
  if (value > window.alpha && value < window.beta && !stopped_) value = searched(window, depth - 1);
  return value;
}

template class AlphaBeta<2>;
template class AlphaBeta<4>;

}  // namespace quiver::bots::amazons::champion
