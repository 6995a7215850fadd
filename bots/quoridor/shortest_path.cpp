#include "bots/quoridor/shortest_path.hpp"

#include <algorithm>

namespace quiver::bots::quoridor {

namespace {

// Keeps the best of what it is shown; of several as good, each is as likely to be kept.
class Best {
 public:
  explicit Best(Random& random) : random_(random) {}

  void show(const Move& move, int worth) {
    if (best_ && worth < best_->lead) return;
    if (!best_ || worth > best_->lead) count_ = 0;
    if (random_.below(++count_) == 0) best_ = {move, worth};
  }
  [[nodiscard]] const std::optional<Plan>& kept() const { return best_; }

 private:
  Random& random_;
  std::optional<Plan> best_;
  std::uint64_t count_ = 0;
};

int lead(const Quoridor& game, const Lengths& lengths, Seat own) {
  return int{nearest_enemy(game, lengths, own)} - int{lengths[own.value()]};
}

}  // namespace

Steps nearest_enemy(const Quoridor& game, const Lengths& lengths, Seat own) {
  Steps nearest = kNoWay;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const Seat seat = base::seat(s); seat != own && game.turn().stands(seat))
      nearest = std::min(nearest, lengths[s]);
  return nearest;
}

std::optional<Move> best_step(const Quoridor& game, const Ways& ways, Random& random) {
  Best best(random);
  const Seat own = game.to_move();
  game.for_each_legal_move([&](const Move& move) {
    if (move.kind == Move::Kind::kPawn) best.show(move, -int{ways.distance(own, move.cell)});
  });
  if (!best.kept()) return std::nullopt;
  return best.kept()->move;
}

std::optional<Plan> best_wall(const Quoridor& game, const Ways& ways, Random& random) {
  Best best(random);
  const Seat own = game.to_move();
  Quoridor with_wall = game;
  game.for_each_legal_move([&](const Move& move) {
    if (move.kind == Move::Kind::kPawn) return;
    const Quoridor::Undo placed = with_wall.apply(move);
    best.show(move, lead(with_wall, ways.lengths_after(with_wall, move, own), own));
    with_wall.undo(placed);
  });
  return best.kept();
}

Move follow_path(const Quoridor& game, const Ways& ways, Random& random) {
  if (const auto step = best_step(game, ways, random)) return *step;
  return best_wall(game, ways, random)->move;  // it is this seat's turn, so that it can do something
}

Plan run_or_block(const Quoridor& game, Random& random) {
  const Ways ways(game);
  const Seat own = game.to_move();
  const auto step = best_step(game, ways, random);
  // Its own way begins with a step as the rules have it: over a pawn that it has met, or round it.
  const int length = step ? ways.distance(own, step->cell) + 1 : int{ways.lengths()[own.value()]};
  const int nearest = nearest_enemy(game, ways.lengths(), own);
  if (length > nearest || !step) {
    const auto wall = best_wall(game, ways, random);
    if (!step || (wall && wall->lead > lead(game, ways.lengths(), own))) return wall.value();
  }
  return {*step, nearest - length + 1};
}

}  // namespace quiver::bots::quoridor
