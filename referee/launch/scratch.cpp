#include "referee/launch/scratch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <utility>

namespace quiver::launch {

base::Result<std::string> make_temporary_folder(const std::string& kind) {
  const char* base = std::getenv("TMPDIR");
  std::string path = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/" + kind + "-XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return base::bad_input("no folder " + path + ": " + std::string(std::strerror(errno)));
  return path;
}

base::Result<ScratchFolder> ScratchFolder::make() {
  auto path = make_temporary_folder("quiver-bot");
  if (!path) return path.error();
  return ScratchFolder(std::move(*path));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;  // what a bot made unreadable stays: there is nobody to tell
  // An empty one, the usual case, goes without a descriptor, of which there may be none left.
  if (!path_.empty() && rmdir(path_.c_str()) != 0) std::filesystem::remove_all(path_, ignored);
}

void CappedLog::write(std::string_view text) {
  if (path_.empty() || text.empty() || written_ >= most_) return;
  const std::string_view part = text.substr(0, std::min(text.size(), most_ - written_));
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file << part;
  written_ += part.size();
  if (written_ >= most_) file << "\n[the log ends here: it has reached its limit]\n";
}

}  // namespace quiver::launch
