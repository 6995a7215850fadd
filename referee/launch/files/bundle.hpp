// A launched bot travels: packed with its files into one string of bytes, and unpacked on another machine.
//
// Everything that the bot's command line names is packed, but for the files of the system, which keep their
// absolute paths and have to be on the other machine too. A bundle's name is the SHA-256 of its bytes. It
// does not depend on where the files are, only on what they are and where they are relative to each other.
// Time control and limits are not part of it. docs/operate/cluster.md describes the format. Any thread.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/bundle.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::launch {

using wire::kMostBundle;

struct Packed {
  std::string bytes;
  std::string name;  // 64 hexadecimal digits
};

// Of the files as they are now. Refuses remote bots, people, and bots in a debugger. Blocks while it reads.
base::Result<Packed> pack_bundle(const BotSpec& bot);

// Unpacks into cache_folder/NAME, which comes into being at once and complete. What is there already is used
// again if every file in it is as it should be, and replaced if not. The bot has the default limits and no
// time control. Blocks while it writes.
base::Result<BotSpec> unpack_bundle(const std::string& bytes, const std::string& name,
                                    const std::string& cache_folder);

}  // namespace quiver::launch
