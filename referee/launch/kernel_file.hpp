// The small files through which the kernel tells and takes settings, in /proc and /sys. Any thread.
#pragma once

#include <string>

namespace quiver::launch {

// Empty if it cannot be read.
std::string read_kernel_file(const std::string& path);

// In one piece, as the kernel wants it. False with errno set.
bool write_kernel_file(const std::string& path, const std::string& text);

}  // namespace quiver::launch
