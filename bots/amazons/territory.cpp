#include "bots/amazons/territory.hpp"

#include <vector>

#include "bots/amazons/drawing.hpp"
#include "bots/amazons/filling.hpp"
#include "bots/amazons/power.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr std::size_t kQueenMovesShotFor = 16;

struct Weighed {
  Step step;
  Score score;
};

template <class F>
std::vector<Weighed> weighed_queen_moves(const F& field, Limit& limit) {
  std::vector<Weighed> moves;
  const Seat me = field.to_move();
  field.queens[me.value()].for_each([&](unsigned from) {
    field.reached(from).for_each([&](unsigned to) {
      if (limit.out()) return;
      F after = field;
      after.move_queen(from, to);
      limit.spend();
      moves.push_back({{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), 0},
                       territory_score(after, me)});
    });
  });
  return moves;
}

template <class F>
Weighed best_move(const F& field, Random& random, Limit& limit) {
  std::vector<Weighed> moves = weighed_queen_moves(field, limit);
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Weighed& a, const Weighed& b) { return a.score > b.score; });
  if (moves.size() > kQueenMovesShotFor) moves.resize(kQueenMovesShotFor);
  Best<Step> best(random);
  for (const Weighed& queen : moves) {
    F after = field;
    after.move_queen(queen.step.from, queen.step.to);
    after.reached(queen.step.to).for_each([&](unsigned arrow) {
      if (limit.out() && best.found()) return;
      after.empty ^= F::Set::of(arrow);
      limit.spend();
      best.show({queen.step.from, queen.step.to, static_cast<std::uint16_t>(arrow)},
                territory_score(after, field.to_move()));
      after.empty ^= F::Set::of(arrow);
    });
  }
  return {best.found().value_or(Step{}), best.value()};
}

}  // namespace

int variance(const std::vector<int>& cells) {
  const auto count = static_cast<int>(cells.size());
  int sum = 0;
  int squares = 0;
  for (const int own : cells) sum += own, squares += own * own;
  return count == 0 ? 0 : 100 * (squares * count - sum * sum) / (count * count);
}

Thought TerritoryPlayer::think(const Amazons& game, Limit& limit) {
  const auto chart = Chart::of(game);
  if (!chart) return {strongest_move(game, random_), {}};
  return with_field(*chart, game, [&](const auto& field) -> Thought {
    using F = std::decay_t<decltype(field)>;
    if (only_filling_left(field)) return {move_of(*chart, Filling<F>(field).find()), {}};
    const Weighed best = best_move(field, random_, limit);
    if (best.step.none()) return {strongest_move(game, random_), {}};
    return {move_of(*chart, best.step),
            {best.score / 100.0, 1, std::to_string(limit.spent()) + " evaluations"}};
  });
}

}  // namespace quiver::bots::amazons
