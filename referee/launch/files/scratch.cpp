#include "referee/launch/files/scratch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "referee/launch/owner.hpp"

namespace quiver::launch {

namespace {

constexpr const char* kScratch = "quiver-bot";

}  // namespace

std::string temporary_place() {
  const char* base = std::getenv("TMPDIR");
  return base != nullptr && *base != '\0' ? base : "/tmp";
}

std::vector<std::string> temporary_places() { return {temporary_place(), "/var/tmp", "/dev/shm"}; }

base::Result<std::string> make_temporary_folder(const std::string& kind) {
  std::string path = temporary_place() + "/" + kind + "-XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return base::bad_input("no folder " + path + ": " + std::string(std::strerror(errno)));
  return path;
}

void sweep_temporary_folders() {
  std::error_code error;
  std::vector<std::filesystem::path> stale;
  for (const std::string& place : temporary_places()) {
    std::filesystem::directory_iterator it(place, error);
    for (const std::filesystem::directory_iterator end; !error && it != end; it.increment(error)) {
      const std::string name = it->path().filename().string();
      if (name.starts_with(kScratch) && is_stale(name)) stale.push_back(it->path());
    }
  }
  for (const auto& one : stale) std::filesystem::remove_all(one, error);
}

base::Result<ScratchFolder> ScratchFolder::make() {
  const std::string path = temporary_place() + "/" + owned_name(kScratch);
  if (mkdir(path.c_str(), 0700) != 0)
    return base::bad_input("no folder " + path + ": " + std::string(std::strerror(errno)));
  return ScratchFolder(path);
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
  // Opened anew for each write: logs are many, and descriptors are few.
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file << part;
  written_ += part.size();
  if (written_ >= most_) file << "\n[the log ends here: it has reached its limit]\n";
}

}  // namespace quiver::launch
