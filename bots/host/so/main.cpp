// Speaks for one of the course's players, a shared library in C: docs/write-a-bot/course-players.md.
#include <stdexcept>
#include <string_view>

#include "bots/host/host_main.hpp"
#include "bots/host/so/player.hpp"
#include "bots/host/so/so_bot.hpp"

int main(int argc, char** argv) {
  using namespace quiver::bots::host;
  if (argc == 2 && std::string_view(argv[1]) == kBeThePlayer) be_the_player();
  return host_main(argc, argv, "PLAYER.so", [](const Words& player) {
    if (player.size() != 1) throw std::runtime_error("a player that is a library takes no arguments");
    return std::make_unique<SoBot>(player.front());
  });
}
