// Where files of this machine lie in a bundle.
//
// A bot may look for a file beside its program, so the files keep their places relative to each other, but
// the folders above them are not part of the bundle. Files and folders that are named directly in one folder,
// or below it, form a group; the groups are the folders "0", "1", … of the bundle, in the order in which the
// bot names them. A value, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quiver::launch {

class BundleLayout {
 public:
  // All files and folders that are packed: absolute and normal paths, none of them "/".
  explicit BundleLayout(const std::vector<std::string>& named);

  // The path in the bundle of one of them, or of what is in one of them; none for any other.
  [[nodiscard]] std::optional<std::string> place_of(const std::string& path) const;

 private:
  // The folder of a group that this path belongs to.
  [[nodiscard]] std::string group_of(const std::string& path) const;

  std::vector<std::string> roots_;   // those that lie in no other
  std::vector<std::string> groups_;  // in the order of their numbers
};

// Without "..", double slashes, and a slash at the end.
std::string normal_path(const std::string& path);

}  // namespace quiver::launch
