// The main of a host: `host-X [options of a bot] -- PLAYER…`. What stands before the two dashes is for the
// connection to the referee, what comes after them is the player that the host speaks for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/bot/bot.hpp"

namespace quiver::bots::host {

using Words = std::vector<std::string>;

// `usage` says what has to come after the dashes. What `make` throws is told on stderr: exit code 2.
int host_main(int argc, char** argv, const char* usage,
              const std::function<std::unique_ptr<bot::Bot>(const Words& player)>& make);

// The file's name made fit to be a competitor's, without a suffix such as ".so".
std::string player_name(const std::string& path);

}  // namespace quiver::bots::host
