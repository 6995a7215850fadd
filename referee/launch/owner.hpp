// Names for temporary folders and groups of a process. A later run can tell from the name whether the owner
// is still alive, and remove what a dead one left behind.
//
// "quiver-bot.4026531836.1234.567890.3f9a01bc": the kind, the namespace that counts the process, the
// process, when it started (process ids are reused), and a random part. Any thread.
#pragma once

#include <string>

namespace quiver::launch {

// A new name of this kind, owned by this process.
std::string owned_name(const std::string& kind);

// It is one of ours, of any kind, and its owner is no more.
bool is_stale(const std::string& name);

}  // namespace quiver::launch
