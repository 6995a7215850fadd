// Connect Four by chance: any column that has room.
#include "bots/random_bot.hpp"

int main(int argc, char** argv) {
  return quiver::bot::run_bot(argc, argv, quiver::bots::RandomBot<quiver::games::ConnectFour>{});
}
