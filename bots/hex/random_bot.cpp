// Hex, random: any empty cell, or the swap where it is legal.
#include "bots/random_bot.hpp"

#include "bots/arguments.hpp"

int main(int argc, char** argv) {
  return quiver::bots::run_bundled(argc, argv, quiver::bots::RandomBot<quiver::games::Hex>{});
}
