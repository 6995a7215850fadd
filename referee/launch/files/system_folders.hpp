// The parts of this machine that every isolated bot sees: programs, libraries and what they need to start.
#pragma once

#include <array>
#include <string>

namespace quiver::launch {

constexpr std::array kSystemFolders = {"/usr",   "/bin",    "/sbin",      "/lib",      "/lib32",
                                       "/lib64", "/libx32", "/nix/store", "/gnu/store"};

// Compares whole parts of the path: "/usrlocal" is not below "/usr".
inline bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

// An isolated bot sees it, or has one of its own, without being shown it.
inline bool is_part_of_the_system(const std::string& path) {
  for (const char* folder : kSystemFolders)
    if (is_below(path, folder)) return true;
  return path == "/" || is_below(path, "/proc") || is_below(path, "/dev");
}

}  // namespace quiver::launch
