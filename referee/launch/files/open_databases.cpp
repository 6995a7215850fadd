#include "referee/launch/files/open_databases.hpp"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/stat.h>
#include <utility>
#include <vector>

#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

namespace {

// Recursive, because what is done with a file that is not held may ask about another one.
std::recursive_mutex& mutex() {
  static std::recursive_mutex one;
  return one;
}

// A path may be in it more than once.
std::vector<std::string>& held() {
  static std::vector<std::string> paths;
  return paths;
}

// By device and inode: a path may be written in many ways.
bool is_same(const struct stat& file, const std::string& path) {
  struct stat other {};
  return stat(path.c_str(), &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino;
}

bool is_one_of_held(const struct stat& file) {
  return std::any_of(held().begin(), held().end(), [&](const std::string& path) {
    return is_same(file, path) || is_same(file, path + "-wal") || is_same(file, path + "-shm");
  });
}

// SQLite puts its other files beside the file that links lead to.
std::string resolved(const std::string& path) {
  std::error_code unresolved;
  const auto real = std::filesystem::weakly_canonical(path, unresolved);
  return unresolved ? std::filesystem::absolute(path, unresolved).string() : real.string();
}

}  // namespace

OpenDatabase::OpenDatabase(const std::string& path) : path_(resolved(path)) {
  const std::lock_guard lock(mutex());
  held().push_back(path_);
}

OpenDatabase::OpenDatabase(OpenDatabase&& other) noexcept : path_(std::exchange(other.path_, "")) {}

OpenDatabase& OpenDatabase::operator=(OpenDatabase&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

OpenDatabase::~OpenDatabase() {
  if (path_.empty()) return;
  const std::lock_guard lock(mutex());
  const auto one = std::find(held().begin(), held().end(), path_);
  if (one != held().end()) held().erase(one);
}

bool is_held(const std::string& path) {
  const std::lock_guard lock(mutex());
  struct stat file {};
  return stat(path.c_str(), &file) == 0 && is_one_of_held(file);
}

HeldRead read_unless_held(const std::string& path, const std::function<void(int)>& use) {
  const std::lock_guard lock(mutex());
  // A descriptor that cannot read has no part in locks: what it leads to is judged first, and that is opened.
  const Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat file {};
  if (!place || fstat(place.get(), &file) != 0 || !S_ISREG(file.st_mode)) return HeldRead::kUnreadable;
  if (is_one_of_held(file)) return HeldRead::kHeld;
  const std::string again = "/proc/self/fd/" + std::to_string(place.get());
  const Descriptor content(open(again.c_str(), O_RDONLY | O_CLOEXEC));
  if (!content) return HeldRead::kUnreadable;
  use(content.get());
  return HeldRead::kRead;
}

}  // namespace quiver::launch
