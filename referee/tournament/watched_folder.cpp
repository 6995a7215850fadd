#include "referee/tournament/watched_folder.hpp"

#include <array>
#include <filesystem>
#include <sys/stat.h>

#include "client_sdk/base/text.hpp"

namespace quiver::tournament {

namespace fs = std::filesystem;
using base::Result;

namespace {

constexpr std::array kNoBots = {"~", ".tmp", ".part", ".swp", ".bak"};

bool may_be_a_bot(const std::string& name) {
  if (name.empty() || name[0] == '.' || name[0] == '#') return false;
  for (const char* end : kNoBots)
    if (name.ends_with(end)) return false;
  return true;
}

std::int64_t nanos(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// Whether the file was last changed so long ago, by the clock of files.
bool is_old(std::int64_t modified) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(modified) + WatchedFolder::kQuiet <= now;
}

}  // namespace

Result<std::map<std::string, WatchedFolder::Signature>> WatchedFolder::list() const {
  std::map<std::string, Signature> found;
  std::error_code error;
  fs::directory_iterator one(folder_, error);
  for (; !error && one != fs::directory_iterator(); one.increment(error)) {
    const std::string name = one->path().filename().string();
    struct stat file {};
    if (!may_be_a_bot(name) || stat(path_of(name).c_str(), &file) != 0 || !S_ISREG(file.st_mode)) continue;
    found[name] = {file.st_dev, file.st_ino, file.st_size, nanos(file.st_mtim), nanos(file.st_ctim)};
  }
  if (error)
    return base::Error{base::Error::Code::kUnreadable,
                       base::quoted(folder_) + " cannot be read: " + error.message()};
  return found;
}

Result<std::vector<WatchedFolder::Change>> WatchedFolder::look(base::Time now) {
  const auto found = list();
  if (!found) return found.error();
  std::vector<Change> changes;
  for (const auto& [name, signature] : *found) {
    const auto [known, is_new] = files_.try_emplace(name);
    File& file = known->second;
    if (is_new || file.seen != signature) {
      file.seen = signature;
      file.since = first_ && is_old(signature.modified) ? now - kQuiet : now;
      file.told = false;
    }
    if (file.told || now - file.since < kQuiet) continue;
    file.told = file.entered = true;
    changes.push_back({name, true});
  }
  for (auto known = files_.begin(); known != files_.end();) {
    if (found->contains(known->first)) {
      ++known;
      continue;
    }
    if (known->second.entered) changes.push_back({known->first, false});
    known = files_.erase(known);
  }
  first_ = false;
  return changes;
}

}  // namespace quiver::tournament
