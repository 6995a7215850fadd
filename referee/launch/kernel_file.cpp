#include "referee/launch/kernel_file.hpp"

#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

std::string read_kernel_file(const std::string& path) {
  std::ifstream file(path);
  // Read to the end, not by size: files in /proc and /sys have a size of 0.
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool write_kernel_file(const std::string& path, const std::string& text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace quiver::launch
