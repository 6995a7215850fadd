// Connect Four, random: any column that has room.
#include "bots/random_bot.hpp"

#include "bots/arguments.hpp"

int main(int argc, char** argv) {
  return quiver::bots::run_bundled(argc, argv, quiver::bots::RandomBot<quiver::games::ConnectFour>{});
}
