// Processes in tests: shell scripts, run to their end.
#pragma once

#include <string>

#include "referee/launch/process.hpp"

namespace quiver::tests {

// A script for /bin/sh, neither limited nor confined.
launch::Command shell(const std::string& script);

// Files and folders of this machine, opened to be shown to a confined process.
std::shared_ptr<const launch::LaunchFiles> showing(const std::vector<std::string>& paths);

// Waits for the end.
launch::Exit wait_for(launch::Process& process);

// All it says until nobody holds the other end of the pipe.
std::string output_of(launch::Process& process);

// What the command prints; it has to end with status 0.
std::string run_to_end(const launch::Command& command);

bool is_gone(int pid);

}  // namespace quiver::tests
