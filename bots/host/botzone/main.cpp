// Speaks for a program written for the simple interaction of a bot site: docs/write-a-bot/botzone.md.
#include "bots/host/botzone/botzone_bot.hpp"
#include "bots/host/host_main.hpp"

int main(int argc, char** argv) {
  using namespace quiver::bots::host;
  return host_main(argc, argv, "PROGRAM [ARGUMENT…]",
                   [](const Words& player) { return std::make_unique<BotzoneBot>(player); });
}
