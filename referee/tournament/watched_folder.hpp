// Looks again and again at a folder of bots, and says which files have come, changed or gone.
//
// A file that is being written is not reported: it has to stay as it is for a moment (kQuiet) first. What
// begins with a dot or ends as editors' copies do is no bot. Time is passed in. One thread at a time; look()
// blocks on the disk.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"

namespace quiver::tournament {

class WatchedFolder {
 public:
  // What has happened to a file.
  struct Change {
    std::string file;  // its name in the folder
    bool here = true;  // it is new or has changed; false: it has gone
    friend bool operator==(const Change&, const Change&) = default;
  };
  static constexpr base::Duration kQuiet = std::chrono::seconds(2);

  explicit WatchedFolder(std::string folder) : folder_(std::move(folder)) {}

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::string path_of(const std::string& file) const { return folder_ + "/" + file; }
  // What has changed since the last call, by name. The first call reports what was there long enough already.
  // An error if the folder cannot be read; then nothing counts as gone.
  base::Result<std::vector<Change>> look(base::Time now);

 private:
  // Tells contents of a file apart without reading them.
  struct Signature {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified = 0;  // nanoseconds
    std::int64_t changed = 0;   // its rights, too
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  struct File {
    Signature seen;
    base::Time since;  // it has looked so since then
    bool told = false;
    bool entered = false;
  };
  // Of all files that may be bots.
  [[nodiscard]] base::Result<std::map<std::string, Signature>> list() const;

  std::string folder_;
  std::map<std::string, File> files_;
  bool first_ = true;
};

}  // namespace quiver::tournament
