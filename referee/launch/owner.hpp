// Names for what a process leaves on the machine while it runs: whoever starts next can tell whether the
// owner still lives, and remove what it left behind if it does not.
//
// "quiver-bot.4026531836.1234.567890.3f9a01bc": the kind, the namespace that counts the process, the process,
// when it started (numbers of processes come again), and some chance. Any thread.
#pragma once

#include <string>

namespace quiver::launch {

// A new name of this kind, owned by this process.
std::string owned_name(const std::string& kind);

// It is one of ours, of any kind, and its owner is no more.
bool is_stale(const std::string& name);

}  // namespace quiver::launch
