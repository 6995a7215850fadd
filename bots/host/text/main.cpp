// Speaks for a program that plays by the text protocol: docs/write-a-bot/text-protocol.md.
#include "bots/host/host_main.hpp"
#include "bots/host/text/text_bot.hpp"

int main(int argc, char** argv) {
  using namespace quiver::bots::host;
  return host_main(argc, argv, "PROGRAM [ARGUMENT…]",
                   [](const Words& player) { return std::make_unique<TextBot>(player); });
}
