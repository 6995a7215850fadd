#include "referee/launch/files/log_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "referee/launch/files/scratch.hpp"

namespace quiver::launch {

namespace {

constexpr const char* kKind = "quiver-logs";
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// The names in a folder, "." and ".." aside.
std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  // One of its own: where the reading stands belongs to the descriptor.
  Descriptor again(openat(folder, ".", kFolder));
  if (!again) return names;
  const auto close_folder = [](DIR* one) { closedir(one); };
  const std::unique_ptr<DIR, decltype(close_folder)> open_folder(fdopendir(again.get()), close_folder);
  if (!open_folder) return names;
  again.release();
  while (const dirent* entry = readdir(open_folder.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

// By descriptors and without following links: nobody can redirect the removal by swapping a folder.
void empty(int folder) {
  for (const std::string& name : names_in(folder)) {
    // Fails for a folder, which is emptied first.
    if (unlinkat(folder, name.c_str(), 0) == 0) continue;
    const Descriptor below(openat(folder, name.c_str(), kFolder));
    if (!below) continue;
    empty(below.get());
    unlinkat(folder, name.c_str(), AT_REMOVEDIR);
  }
}

// Of the folder and of what is in it.
std::time_t last_change(int folder) {
  struct stat about {};
  std::time_t latest = fstat(folder, &about) == 0 ? about.st_mtime : std::time(nullptr);
  for (const std::string& name : names_in(folder))
    if (fstatat(folder, name.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0)
      latest = std::max(latest, about.st_mtime);
  return latest;
}

bool is_own(int folder) {
  struct stat about {};
  return fstat(folder, &about) == 0 && about.st_uid == geteuid();
}

bool is_old(int folder) {
  constexpr auto kKept = static_cast<std::time_t>(std::chrono::seconds(kLogsKept).count());
  return last_change(folder) < std::time(nullptr) - kKept;
}

void sweep_one(int place, const std::string& name) {
  const Descriptor folder(openat(place, name.c_str(), kFolder));
  if (!folder || !is_own(folder.get()) || !is_old(folder.get())) return;
  // The lock is released by the kernel when its owner dies, however it dies.
  if (flock(folder.get(), LOCK_EX | LOCK_NB) != 0) return;  // a run has it
  empty(folder.get());
  unlinkat(place, name.c_str(), AT_REMOVEDIR);
}

}  // namespace

base::Result<TemporaryLogs> TemporaryLogs::make() {
  auto path = make_temporary_folder(kKind);
  if (!path) return path.error();
  Descriptor folder(open(path->c_str(), kFolder));
  // Without the lock it is still younger than what is removed, for a day.
  if (folder) flock(folder.get(), LOCK_SH | LOCK_NB);
  return TemporaryLogs(std::move(*path), std::move(folder));
}

TemporaryLogs& TemporaryLogs::operator=(TemporaryLogs&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(folder_, other.folder_);
  return *this;
}

TemporaryLogs::~TemporaryLogs() {
  if (folder_) rmdir(path_.c_str());  // an empty one
}

void TemporaryLogs::remove() {
  if (!folder_) return;
  empty(folder_.get());
  rmdir(path_.c_str());
  folder_.close();
}

void sweep_log_folders() {
  const Descriptor place(open(temporary_place().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place) return;
  for (const std::string& name : names_in(place.get()))
    if (name.starts_with(std::string(kKind) + "-")) sweep_one(place.get(), name);
}

}  // namespace quiver::launch
