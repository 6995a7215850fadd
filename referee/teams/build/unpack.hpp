// Unpacks what was submitted (a file, several files, a folder or an archive) into a new folder.
//
// What is submitted is only read, and nothing of it is run. Errors with the code kBadInput are the fault of
// what was submitted, all others that of this machine. Blocks while it writes. Any thread.
#pragma once

#include <string>
#include <vector>

#include "referee/teams/build/entry_gate.hpp"

namespace quiver::teams {

struct Submission {
  std::string folder;              // where its files are; a folder that holds all others is taken off
  std::vector<std::string> names;  // what it may be called, best first: "my_bot" of "my_bot.tar.gz"
  std::string first;               // the file that was named first, relative; empty for folders and archives
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

// `into` is an empty folder.
base::Result<Submission> unpack(const std::vector<std::string>& paths, const std::string& into,
                                const UnpackLimits& limits);

}  // namespace quiver::teams
