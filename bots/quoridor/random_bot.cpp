// Quoridor by chance: whether to place a wall or to move the pawn is drawn first, then where.
#include "bots/random_bot.hpp"

#include "bots/quoridor/wall_or_step.hpp"

int main(int argc, char** argv) {
  using Player = quiver::bots::RandomBot<quiver::games::Quoridor, quiver::bots::quoridor::wall_or_step>;
  return quiver::bot::run_bot(argc, argv, Player{});
}
