// Quoridor by chance: half of the time a step of the pawn, half of the time any move. Among all moves
// alike, walls would be so many that hardly a game got anywhere.
#include "bots/random_bot.hpp"

#include <vector>

namespace quiver::bots {

namespace {

using games::Quoridor;
using Move = Quoridor::Move;

Move step_or_any(const Quoridor& game, Random& random) {
  std::vector<Move> moves;
  std::size_t steps = 0;  // they come first
  game.for_each_legal_move([&](const Move& move) {
    moves.push_back(move);
    if (move.kind == Move::Kind::kPawn) ++steps;
  });
  const bool step = random.below(2) == 0 && steps > 0;
  return moves[random.below(step ? steps : moves.size())];
}

}  // namespace

}  // namespace quiver::bots

int main(int argc, char** argv) {
  using Player = quiver::bots::RandomBot<quiver::games::Quoridor, quiver::bots::step_or_any>;
  return quiver::bot::run_bot(argc, argv, Player{});
}
