#include "bots/amazons/alphabeta.hpp"

#include <array>
#include <string>

#include "bots/amazons/candidates.hpp"
#include "bots/amazons/filling.hpp"
#include "bots/amazons/power.hpp"
#include "bots/amazons/transposition_table.hpp"

namespace quiver::bots::amazons {

namespace {

using Bound = TranspositionTable::Bound;

constexpr Score kWin = 1'000'000;
constexpr Score kInfinite = 2 * kWin;
constexpr unsigned kMostDepth = 60;

constexpr Candidates::Width kRootWidth = {40, 120};
constexpr Candidates::Width kInnerWidth = {12, 20};
constexpr Score kDither = 10;
constexpr unsigned kReplyWidth = 6;  // queen moves that the last ply shoots arrows for

// Scores inside are from the view of the side to move: me, or all the others.
template <class F>
class Search {
 public:
  Search(const Chart& chart, const F& root, TranspositionTable& table, Dither dither, Limit& limit)
      : chart_(chart), root_(root), me_(root.to_move()), table_(table), dither_(dither), limit_(limit) {}

  // The best move as far as time allows; none if there was not even time to find a few.
  Candidate run() {
    candidates_[0].find(root_, me_, kRootWidth, limit_, lists_[0]);
    if (lists_[0].empty()) return {};
    for (Candidate& candidate : lists_[0]) candidate.score += dither_.of(candidate.step, kDither);
    put_best_first(lists_[0], lists_[0].size(), true);
    Candidate best = lists_[0].front();
    depth_ = 1;
    for (unsigned depth = 2; depth <= kMostDepth && lists_[0].size() > 1 && !limit_.out(); ++depth) {
      const Candidate found = search_root(depth);
      if (!found.step.none()) best = found;  // even if time ran out: the old best came first
      if (!limit_.out()) depth_ = depth;
      if (std::abs(best.score) > kWin / 2) break;
    }
    return best;
  }
  [[nodiscard]] unsigned depth() const { return depth_; }

 private:
  struct Killers {
    std::array<Step, 2> steps;
    void add(const Step& step) {
      if (step == steps[0]) return;
      steps[1] = steps[0];
      steps[0] = step;
    }
  };

  [[nodiscard]] bool my_turn(const F& field) const { return field.to_move() == me_; }
  // A score from my view, as the side to move sees it.
  [[nodiscard]] Score seen(const F& field, Score mine) const { return my_turn(field) ? mine : -mine; }

  Candidate search_root(unsigned depth) {
    std::vector<Candidate>& list = lists_[0];
    Candidate best;
    best.score = -kInfinite;
    for (std::size_t k = 0; k < list.size() && !limit_.out(); ++k) {
      F after = root_;
      after.play(chart_, list[k].step);
      const Score extra = dither_.of(list[k].step, kDither);
      const Score score =
          searched_child(root_, after, depth - 1, 1, best.score - extra, kInfinite, k == 0) + extra;
      if (limit_.out()) break;
      if (score > best.score) {
        best = {list[k].step, score};
        std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(k),
                    list.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      }
    }
    return best;
  }

  // The score of `after` as the mover of `before` sees it, who has alpha and beta.
  Score searched_child(const F& before, const F& after, unsigned depth, unsigned ply, Score alpha, Score beta,
                       bool first) {
    const bool same = my_turn(before) == my_turn(after) && !after.over();
    const auto look = [&](Score low, Score high) {
      if (after.over()) return seen(before, *after.turn.outcome().winner == me_ ? won(ply) : -won(ply));
      return same ? search(after, depth, ply, low, high) : -search(after, depth, ply, -high, -low);
    };
    if (first) return look(alpha, beta);
    const Score score = look(alpha, alpha + 1);
    return score > alpha && score < beta ? look(alpha, beta) : score;
  }
  static Score won(unsigned ply) { return kWin - static_cast<Score>(ply); }

  Score search(const F& field, unsigned depth, unsigned ply, Score alpha, Score beta) {
    const TranspositionTable::Entry* known = table_.find(field.hash());
    if (known != nullptr && known->depth >= depth) {
      if (known->bound == Bound::kExact) return known->score;
      if (known->bound == Bound::kAtLeast && known->score >= beta) return known->score;
      if (known->bound == Bound::kAtMost && known->score <= alpha) return known->score;
    }
    const Step hint = known != nullptr ? known->best : Step{};
    const Candidate best = depth <= 1 || ply + 1 >= kMostPlies
                               ? best_reply(field, ply, hint, beta)
                               : best_of(field, depth, ply, hint, alpha, beta);
    if (limit_.out()) return best.score;
    const Bound bound = best.score >= beta   ? Bound::kAtLeast
                        : best.score > alpha ? Bound::kExact
                                             : Bound::kAtMost;
    table_.keep({field.hash(), best.score, best.step, static_cast<std::uint8_t>(depth), bound});
    if (bound == Bound::kAtLeast) killers_[ply].add(best.step);
    return best.score;
  }

  Candidate best_of(const F& field, unsigned depth, unsigned ply, const Step& hint, Score alpha, Score beta) {
    std::vector<Candidate>& list = lists_[ply];
    candidates_[ply].find(field, me_, kInnerWidth, limit_, list);
    put_first(field, list, killers_[ply].steps[0]);
    put_first(field, list, hint);
    Candidate best;
    best.score = -kInfinite;
    for (std::size_t k = 0; k < list.size() && !limit_.out(); ++k) {
      F after = field;
      after.play(chart_, list[k].step);
      const Score score =
          searched_child(field, after, depth - 1, ply + 1, std::max(alpha, best.score), beta, k == 0);
      if (score > best.score) best = {list[k].step, score};
      if (best.score >= beta) break;
    }
    return best;
  }

  void put_first(const F& field, std::vector<Candidate>& list, const Step& step) const {
    const auto at =
        std::find_if(list.begin(), list.end(), [&](const Candidate& c) { return c.step == step; });
    if (at != list.end())
      std::rotate(list.begin(), at, at + 1);
    else if (!step.none() && field.legal(step))
      list.insert(list.begin(), {step, 0});
  }

  // The last ply: the best evaluation after any of the promising moves. What is above beta is enough.
  Candidate best_reply(const F& field, unsigned ply, const Step& hint, Score beta) {
    Candidate best;
    best.score = -kInfinite;
    const auto take = [&](const Candidate& candidate) {
      const Score score = seen(field, candidate.score);
      if (score > best.score) best = {candidate.step, score};
      return best.score < beta;
    };
    for (const Step& step : {hint, killers_[ply].steps[0], killers_[ply].steps[1]})
      if (!step.none() && field.legal(step) && !take({step, score_after(field, step)})) return best;
    std::vector<Candidate>& queens = candidates_[ply].weigh_queen_moves(field, me_, limit_);
    put_best_first(queens, Candidates::nearly_full(field) ? Candidates::kAll : kReplyWidth, my_turn(field));
    for (const Candidate& queen : queens) {
      Candidates::for_each_shot(field, queen.step, me_, limit_, take);
      if (best.score >= beta || limit_.out()) break;
    }
    return best;
  }

  Score score_after(const F& field, const Step& step) {
    F after = field;
    after.move_queen(step.from, step.to);
    after.empty ^= F::Set::of(step.arrow);
    limit_.spend();
    return evaluate(after, me_, field.turn.next_after(field.to_move()) == me_);
  }

  static constexpr unsigned kMostPlies = kMostDepth + 2;
  const Chart& chart_;
  const F& root_;
  Seat me_;
  TranspositionTable& table_;
  Dither dither_;
  Limit& limit_;
  unsigned depth_ = 0;
  std::array<Candidates, kMostPlies> candidates_;
  std::array<std::vector<Candidate>, kMostPlies> lists_;
  std::array<Killers, kMostPlies> killers_;
};

}  // namespace

Alphabeta::Alphabeta() : table_(std::make_unique<TranspositionTable>()) {}
Alphabeta::~Alphabeta() = default;

void Alphabeta::start(std::uint64_t seed) {
  Thinker::start(seed);
  table_->clear();
}

Thought Alphabeta::think(const Amazons& game, Limit& limit) {
  const auto chart = Chart::of(game);
  if (!chart) return {strongest_move(game, random_), {}};
  return with_field(*chart, game, [&](const auto& field) -> Thought {
    using F = std::decay_t<decltype(field)>;
    if (only_filling_left(field)) return {move_of(*chart, Filling<F>(field).find()), {}};
    auto search = std::make_unique<Search<F>>(*chart, field, *table_, Dither(random_()), limit);
    const Candidate best = search->run();
    if (best.step.none()) return {strongest_move(game, random_), {}};
    return {move_of(*chart, best.step),
            {best.score / 100.0, search->depth(), std::to_string(limit.spent()) + " evaluations"}};
  });
}

}  // namespace quiver::bots::amazons
