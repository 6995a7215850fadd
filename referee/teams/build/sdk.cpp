#include "referee/teams/build/sdk.hpp"

#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace quiver::teams {

namespace fs = std::filesystem;

base::Result<std::string> find_sdk() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
  // Where cmake --install puts it, and beside the program in a build folder (client_sdk/install.cmake).
  for (const char* candidate : {"..", "staged_sdk"}) {
    const std::string prefix = fs::path((self / candidate).lexically_normal() / "").parent_path().string();
    if (access((prefix + "/lib/cmake/quiver_sdk/quiver_sdk-config.cmake").c_str(), R_OK) == 0) return prefix;
  }
  return base::Error{
      base::Error::Code::kUnreadable,
      "this machine cannot build bots in C++: the SDK is not installed with quiver; install it "
      "whole"};
}

bool has_tool(const std::string& name) {
  std::istringstream folders(kBuildPath);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace quiver::teams
