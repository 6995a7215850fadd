// Private copies of the files that bots run from: what is hashed is what is executed, even if the original
// is overwritten.
//
// A file is copied once for each content that it has, into a folder that only this user can enter, and
// removed when another content has taken its place or at the end. Where there is no room for copies, or no
// place that programs may be run from, there are none. Not for use by two threads at once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/launch/files/file_origin.hpp"

namespace quiver::launch {

// One copy. Its file is removed with the last reference to it.
struct Snapshot {
  Snapshot() = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot();

  std::string path;  // without links
  FileKey key;       // of the copy
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

// All copies of one run, by the path of the original.
class Snapshots {
 public:
  static constexpr std::uint64_t kLargest = std::uint64_t{256} << 20U;

  Snapshots() = default;
  ~Snapshots();
  Snapshots(const Snapshots&) = delete;
  Snapshots& operator=(const Snapshots&) = delete;

  // A copy of the file as it is, or null. `opened` is that origin, readable; its key is set to that of the
  // content copied.
  SnapshotPtr take(const FileOrigin& origin, OpenedFile& opened);

  // Fingerprints that were computed before, by what they were computed of.
  std::optional<std::string> known_fingerprint(const std::string& words,
                                               const std::vector<FileKey>& files) const;
  void remember(const std::string& words, const std::vector<FileKey>& files, const std::string& fingerprint);

 private:
  struct Copy {
    FileKey original;
    SnapshotPtr snapshot;
  };
  struct Known {
    std::vector<FileKey> files;
    std::string fingerprint;
  };

  // False if there is no place for it.
  bool make_folder();

  std::string folder_;
  bool tried_ = false;
  std::uint64_t made_ = 0;
  std::map<std::string, Copy> copies_;  // by the path that was copied
  std::map<std::string, Known> fingerprints_;
};

}  // namespace quiver::launch
