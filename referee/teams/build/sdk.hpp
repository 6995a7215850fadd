// Where bots in C++ find what they are built with: the installed SDK, or the copy of it in a build tree, and
// the tools of the system. Reads the file system. Any thread.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"

namespace quiver::teams {

// The folders where a build looks for programs.
inline constexpr const char* kBuildPath = "/usr/local/bin:/usr/bin:/bin";

// A prefix with lib/cmake/quiver_sdk in it. An error says what to install.
base::Result<std::string> find_sdk();

// An executable of this name is in one of the folders of kBuildPath.
bool has_tool(const std::string& name);

}  // namespace quiver::teams
