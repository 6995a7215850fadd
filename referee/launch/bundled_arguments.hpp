// The words that a bundled bot is started with: one that it does not know is refused before the first game,
// with what was probably meant. Arguments of other bots are not checked.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::launch {

// `words` stand after the settings. Does nothing if `program` is no bundled bot.
base::Result<void> check_bundled_arguments(const std::string& program, const std::vector<std::string>& words);

// The number behind --threads, if `program` is a bundled bot and it is there; else 1.
unsigned bundled_threads(const std::string& program, const std::vector<std::string>& words);

}  // namespace quiver::launch
