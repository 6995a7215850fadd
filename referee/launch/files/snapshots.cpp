#include "referee/launch/files/snapshots.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

#include "referee/launch/files/scratch.hpp"
#include "referee/launch/owner.hpp"

namespace quiver::launch {

namespace {

constexpr int kTries = 3;  // to copy a file that is being written

bool write_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(to, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool copy_bytes(int from, int to) {
  if (lseek(from, 0, SEEK_SET) != 0 || lseek(to, 0, SEEK_SET) != 0 || ftruncate(to, 0) != 0) return false;
  std::array<char, 1 << 16> piece;
  std::uint64_t copied = 0;
  for (;;) {
    const ssize_t got = read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    copied += static_cast<std::uint64_t>(got);
    // It may grow while it is copied.
    if (copied > Snapshots::kLargest || !write_all(to, piece.data(), static_cast<std::size_t>(got)))
      return false;
  }
}

// Who could read and run the original can do so with the copy, and nobody else.
bool give_rights(int from, int to) {
  struct stat about {};
  if (fstat(from, &about) != 0) return false;
  mode_t mode = about.st_mode & 0555U;
  if (geteuid() != 0)
    mode = (mode & 0111U) != 0 ? 0500 : 0400;  // this user could, or there would be nothing to copy
  else if (fchown(to, about.st_uid, about.st_gid) != 0)
    return false;
  return fchmod(to, mode) == 0;
}

// Copies until nobody has written to the original meanwhile, but not for ever: whatever it is, it is the copy
// that is hashed and executed.
bool copy_file(OpenedFile& from, int to) {
  for (int k = 0; k < kTries; ++k) {
    // The key before and after: if both are the same, nobody wrote while it was copied.
    const FileKey before = key_of(from.file.get());
    const bool sure = is_sure(before);
    if (!copy_bytes(from.file.get(), to)) return false;
    from.key = key_of(from.file.get());
    if (from.key != before) continue;
    if (!sure) break;
    return give_rights(from.file.get(), to);
  }
  from.key.changed = 0;  // the next start copies it again
  return give_rights(from.file.get(), to);
}

}  // namespace

Snapshot::~Snapshot() {
  if (!path.empty()) unlink(path.c_str());
}

Snapshots::~Snapshots() {
  // Copies that nobody else holds remove their files here; what is left goes with the folder.
  copies_.clear();
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

bool Snapshots::make_folder() {
  if (std::exchange(tried_, true)) return !folder_.empty();
  for (const std::string& place : temporary_places()) {
    struct statvfs about {};
    // A file system that is mounted noexec cannot hold programs.
    if (statvfs(place.c_str(), &about) != 0 || (about.f_flag & ST_NOEXEC) != 0) continue;
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::canonical(place, error);
    const std::string folder = (whole / owned_name("quiver-bot-files")).string();
    if (error || mkdir(folder.c_str(), 0700) != 0) continue;
    folder_ = folder;
    return true;
  }
  return false;
}

SnapshotPtr Snapshots::take(const FileOrigin& origin, OpenedFile& opened) {
  if (opened.key.size > kLargest || !make_folder()) return nullptr;
  if (const auto found = copies_.find(origin.resolved);
      found != copies_.end() && found->second.original == opened.key)
    return found->second.snapshot;
  auto copy = std::make_shared<Snapshot>();
  const std::string path = folder_ + "/" + std::to_string(++made_);
  const Descriptor to(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!to) return nullptr;
  copy->path = path;
  if (!copy_file(opened, to.get())) return nullptr;
  copy->key = key_of(to.get());
  copies_[origin.resolved] = {opened.key, copy};
  return copy;
}

std::optional<std::string> Snapshots::known_fingerprint(const std::string& words,
                                                        const std::vector<FileKey>& files) const {
  const auto found = fingerprints_.find(words);
  if (found == fingerprints_.end() || found->second.files != files) return std::nullopt;
  return found->second.fingerprint;
}

void Snapshots::remember(const std::string& words, const std::vector<FileKey>& files,
                         const std::string& fingerprint) {
  fingerprints_[words] = {files, fingerprint};
}

}  // namespace quiver::launch
