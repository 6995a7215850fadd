#include "referee/launch/files/bundle_layout.hpp"

#include <algorithm>
#include <filesystem>

#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

namespace {

std::string folder_of(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

}  // namespace

std::string normal_path(const std::string& path) {
  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  return (normal.has_filename() || normal == "/" ? normal : normal.parent_path()).string();
}

BundleLayout::BundleLayout(const std::vector<std::string>& named) {
  for (const std::string& path : named) {
    const bool inside = std::any_of(named.begin(), named.end(), [&](const std::string& other) {
      return path != other && is_below(path, other);
    });
    if (!inside) roots_.push_back(path);
  }
  for (const std::string& root : roots_) {
    const std::string group = group_of(root);
    if (std::find(groups_.begin(), groups_.end(), group) == groups_.end()) groups_.push_back(group);
  }
}

std::string BundleLayout::group_of(const std::string& path) const {
  std::string group = folder_of(path);
  // The root folder takes in nothing but its own entries: else one of them would make all paths whole.
  if (group == "/") return group;
  for (const std::string& root : roots_) {
    const std::string other = folder_of(root);
    if (other != "/" && is_below(group, other)) group = other;
  }
  return group;
}

std::optional<std::string> BundleLayout::place_of(const std::string& path) const {
  const auto root =
      std::find_if(roots_.begin(), roots_.end(), [&](const std::string& one) { return is_below(path, one); });
  if (root == roots_.end()) return std::nullopt;
  const std::string group = group_of(*root);
  const auto number = std::find(groups_.begin(), groups_.end(), group) - groups_.begin();
  return std::to_string(number) + (group == "/" ? "" : "/") +
         path.substr(group == "/" ? 0 : group.size() + 1);
}

}  // namespace quiver::launch
