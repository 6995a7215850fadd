// Quoridor, random: first whether to place a wall or to move the pawn, then where.
#include "bots/random_bot.hpp"

#include "bots/arguments.hpp"
#include "bots/quoridor/wall_or_step.hpp"

int main(int argc, char** argv) {
  using Player = quiver::bots::RandomBot<quiver::games::Quoridor, quiver::bots::quoridor::wall_or_step>;
  return quiver::bots::run_bundled(argc, argv, Player{});
}
