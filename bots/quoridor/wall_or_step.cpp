#include "bots/quoridor/wall_or_step.hpp"

#include <vector>

namespace quiver::bots::quoridor {

using games::Quoridor;
using Move = Quoridor::Move;

Move wall_or_step(const Quoridor& game, base::Random& random) {
  std::vector<Move> moves;
  std::size_t steps = 0;  // they come first
  game.for_each_legal_move([&](const Move& move) {
    moves.push_back(move);
    if (move.kind == Move::Kind::kPawn) ++steps;
  });
  const std::size_t walls = moves.size() - steps;
  const bool wall = walls > 0 && (steps == 0 || random.below(2) == 0);
  return wall ? moves[steps + random.below(walls)] : moves[random.below(steps)];
}

}  // namespace quiver::bots::quoridor
