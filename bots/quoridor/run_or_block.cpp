#include "bots/quoridor/run_or_block.hpp"

#include <algorithm>

#include "bots/search/best_choice.hpp"

namespace quiver::bots::quoridor {

namespace {

// How many steps the nearest enemy is behind; negative if it is ahead.
int lead(const Quoridor& game, const Lengths& lengths, Seat own) {
  return int{nearest_enemy(game, lengths, own)} - int{lengths[own.value()]};
}

}  // namespace

Steps nearest_enemy(const Quoridor& game, const Lengths& lengths, Seat own) {
  Steps nearest = kNoPath;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (const Seat seat = base::seat(s); seat != own && game.turn().stands(seat))
      nearest = std::min(nearest, lengths[s]);
  return nearest;
}

// None if the pawn is enclosed by pawns and walls.
std::optional<Move> best_step(const Quoridor& game, const ShortestPaths& paths, Random& random) {
  BestChoice<Move> best(random);
  const Seat own = game.to_move();
  game.for_each_legal_move([&](const Move& move) {
    if (move.kind == Move::Kind::kPawn) best.offer(move, -int{paths.distance(own, move.cell)});
  });
  return best.choice();
}

// Tries every legal wall; only the paths that a wall cuts are measured again.
std::optional<Plan> best_wall(const Quoridor& game, const ShortestPaths& paths, Random& random) {
  BestChoice<Move> best(random);
  const Seat own = game.to_move();
  Quoridor with_wall = game;
  game.for_each_legal_move([&](const Move& move) {
    if (move.kind == Move::Kind::kPawn) return;
    const Quoridor::Undo placed = with_wall.apply(move);
    best.offer(move, lead(with_wall, paths.lengths_after(with_wall, move, own), own));
    with_wall.undo(placed);
  });
  if (!best.choice()) return std::nullopt;
  return Plan{*best.choice(), best.value()};
}

Move follow_path(const Quoridor& game, const ShortestPaths& paths, Random& random) {
  if (const auto step = best_step(game, paths, random)) return *step;
  return best_wall(game, paths, random)->move;  // it is this seat's turn, so that it can do something
}

Plan run_or_block(const Quoridor& game, Random& random) {
  const ShortestPaths paths(game);
  const Seat own = game.to_move();
  const auto step = best_step(game, paths, random);
  // Its own way begins with a step as the rules have it: over a pawn that it has met, or round it.
  const int length = step ? paths.distance(own, step->cell) + 1 : int{paths.lengths()[own.value()]};
  const int nearest = nearest_enemy(game, paths.lengths(), own);
  if (length > nearest || !step) {
    const auto wall = best_wall(game, paths, random);
    if (!step || (wall && wall->lead > lead(game, paths.lengths(), own))) return wall.value();
  }
  return {*step, nearest - length + 1};
}

}  // namespace quiver::bots::quoridor
