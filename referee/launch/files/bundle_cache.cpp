#include "referee/launch/files/bundle_cache.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/owner.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;
using wire::Bundle;
namespace fs = std::filesystem;

namespace {

constexpr int kCacheTries = 3;  // others may put the same bundle there meanwhile
constexpr int kHoldTries = 20;  // or remove it, or put theirs in its place

base::Error cannot_unpack(const std::string& path, int error) {
  return bad_input("a bundle cannot be unpacked to " + base::quoted(path) + ": " + std::strerror(error));
}

mode_t mode_of(const Bundle::File& file) { return file.folder || file.executable ? 0755 : 0644; }

// Removed at the end with all that is in it, if it is there.
struct RemovedFolder {
  std::string path;
  ~RemovedFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

bool has_bytes(int file, const std::string& content) {
  std::string piece(std::min<std::size_t>(content.size(), 1 << 16), '\0');
  for (std::size_t at = 0; at < content.size();) {
    const ssize_t got = pread(file, piece.data(), piece.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    const auto size = static_cast<std::size_t>(got);
    if (got <= 0 || content.compare(at, size, piece, 0, size) != 0) return false;
    at += size;
  }
  return true;
}

// Links are not followed: one in the place of a file is damage.
bool is_as_packed(const std::string& path, const Bundle::File& file) {
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (!opened || fstat(opened.get(), &about) != 0) return false;
  if (about.st_uid != geteuid() || (about.st_mode & 07777U) != mode_of(file)) return false;
  if (file.folder) return S_ISDIR(about.st_mode);
  return S_ISREG(about.st_mode) && static_cast<std::size_t>(about.st_size) == file.content.size() &&
         has_bytes(opened.get(), file.content);
}

Result<void> write_folder(const std::string& path) {
  // Whatever the umask is, chmod is exact.
  if (mkdir(path.c_str(), 0755) != 0 || chmod(path.c_str(), 0755) != 0) return cannot_unpack(path, errno);
  return {};
}

Result<void> write_file(const std::string& path, const Bundle::File& file) {
  const Descriptor to(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!to) return cannot_unpack(path, errno);
  for (std::size_t at = 0; at < file.content.size();) {
    const ssize_t written = write(to.get(), file.content.data() + at, file.content.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return cannot_unpack(path, written < 0 ? errno : EIO);
    at += static_cast<std::size_t>(written);
  }
  if (fchmod(to.get(), mode_of(file)) != 0) return cannot_unpack(path, errno);
  return {};
}

Result<void> write_files(const Bundle& bundle, const std::string& folder) {
  if (auto done = write_folder(folder); !done) return done;
  for (const auto& [path, file] : bundle.files) {
    const std::string whole = folder + "/" + path;
    if (auto done = file.folder ? write_folder(whole) : write_file(whole, file); !done) return done;
  }
  return {};
}

// `made` takes the place of `folder`; what was there goes to `made`, or to `aside` where the file system
// cannot exchange two folders.
Result<void> put_in_place(const Bundle& bundle, const std::string& made, const std::string& folder,
                          const std::string& aside) {
  for (int k = 0; k < kCacheTries; ++k) {
    if (rename(made.c_str(), folder.c_str()) == 0) return {};
    if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR) break;
    if (is_intact(bundle, folder)) return {};  // somebody else was faster
    if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) return {};
    if (rename(folder.c_str(), aside.c_str()) != 0 && errno != ENOENT) break;
  }
  return cannot_unpack(folder, errno);
}

void sweep_cache(const fs::path& cache) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(cache, error))
    if (is_stale(entry.path().filename().string())) fs::remove_all(entry.path(), error);
}

struct CachedBundle {
  std::string path;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

bool is_bundle_name(const std::string& name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// About what it takes on the disk. File systems count blocks late, so the sizes are rounded up here.
std::uint64_t size_of(const fs::path& folder) {
  constexpr std::uint64_t kBlock = 4096;
  std::uint64_t bytes = kBlock;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    struct stat about {};
    if (lstat(at->path().c_str(), &about) == 0)
      bytes += (static_cast<std::uint64_t>(about.st_size) + kBlock - 1) / kBlock * kBlock;
  }
  return bytes;
}

// The one that was used the longest ago first.
std::vector<CachedBundle> bundles_in(const fs::path& cache) {
  std::vector<CachedBundle> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(cache, error)) {
    if (!is_bundle_name(entry.path().filename().string())) continue;
    const auto used = fs::last_write_time(entry.path(), error);
    if (!error) found.push_back({entry.path().string(), size_of(entry.path()), used});
  }
  std::ranges::sort(found, {}, &CachedBundle::used);
  return found;
}

Descriptor open_folder(const std::string& folder) {
  return Descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Locks the folder for a user of it; null if it was removed or replaced meanwhile. Where the file system has
// no locks, nobody removes anything either.
BundleHold hold_folder(const std::string& folder) {
  auto held = std::make_shared<const Descriptor>(open_folder(folder));
  if (!*held) return nullptr;
  while (flock(held->get(), LOCK_SH) != 0 && errno == EINTR) {
  }
  struct stat locked {};
  struct stat there {};
  if (fstat(held->get(), &locked) != 0 || lstat(folder.c_str(), &there) != 0) return nullptr;
  if (locked.st_dev != there.st_dev || locked.st_ino != there.st_ino) return nullptr;
  futimens(held->get(), nullptr);  // by this time, bundles_in() tells which was used last
  return held;
}

// False if somebody uses it.
bool remove_unused(const std::string& folder, const fs::path& cache) {
  const Descriptor opened = open_folder(folder);
  if (!opened || flock(opened.get(), LOCK_EX | LOCK_NB) != 0) return false;
  // Away at once, so that nobody finds it by half. Who has opened it and waits for the lock notices that.
  const RemovedFolder gone{(cache / owned_name("quiver-bundle")).string()};
  return rename(folder.c_str(), gone.path.c_str()) == 0;
}

// Puts the files there unless they are there.
Result<void> make_whole(const Bundle& bundle, const std::string& folder) {
  if (is_intact(bundle, folder)) return {};
  const fs::path cache = fs::path(folder).parent_path();
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return cannot_unpack(cache.string(), error.value());
  sweep_cache(cache);
  const RemovedFolder made{(cache / owned_name("quiver-bundle")).string()};
  const RemovedFolder aside{(cache / owned_name("quiver-bundle")).string()};
  if (auto done = write_files(bundle, made.path); !done) return done;
  return put_in_place(bundle, made.path, folder, aside.path);
}

}  // namespace

bool is_intact(const Bundle& bundle, const std::string& folder) {
  if (!is_as_packed(folder, {false, true, ""})) return false;
  for (const auto& [path, file] : bundle.files)
    if (!is_as_packed(folder + "/" + path, file)) return false;
  // All that should be there is; as many entries as that means nothing else is.
  std::error_code error;
  std::size_t entries = 0;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    ++entries;
  return !error && entries == bundle.files.size();
}

Result<BundleHold> put_in_cache(const Bundle& bundle, const std::string& folder) {
  for (int k = 0; k < kHoldTries; ++k) {
    if (auto done = make_whole(bundle, folder); !done) return done.error();
    // It may have been removed since.
    BundleHold held = hold_folder(folder);
    if (held && is_intact(bundle, folder)) return held;
  }
  return cannot_unpack(folder, EBUSY);
}

void trim_cache(const std::string& cache_folder, std::uint64_t most_bytes) {
  const std::vector<CachedBundle> all = bundles_in(cache_folder);
  std::uint64_t bytes = 0;
  for (const CachedBundle& one : all) bytes += one.bytes;
  for (const CachedBundle& one : all) {
    if (bytes <= most_bytes) return;
    if (remove_unused(one.path, cache_folder)) bytes -= one.bytes;
  }
}

}  // namespace quiver::launch
