// Reads the files of a bundle from this machine: files, and folders with all that is in them.
//
// Files are opened as file_origin.hpp says. A link inside a folder is followed only if it leads to what is
// packed anyway, or to a file of the system: one that came with a bot may lead to anything of its host's. Not
// for use by two threads at once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/bundle.hpp"
#include "referee/launch/files/file_origin.hpp"

namespace quiver::launch {

class BundleReader {
 public:
  // `roots` without links: all that is packed is one of these or lies in one of them.
  explicit BundleReader(std::vector<std::string> roots) : roots_(std::move(roots)) {}

  // Adds it as `place`, with the folders above that.
  base::Result<void> add(const FileOrigin& origin, const std::string& place);

  [[nodiscard]] const std::map<std::string, wire::Bundle::File>& files() const { return files_; }
  std::map<std::string, wire::Bundle::File> take() { return std::move(files_); }

 private:
  base::Result<void> add_folder(const FileOrigin& origin, const std::string& place);
  base::Result<void> add_entry(const FileOrigin& folder, const std::string& name, const std::string& place);
  base::Result<void> add_file(const FileOrigin& origin, const std::string& place);
  // Counts it before it is read.
  base::Result<void> count(const std::string& place, std::size_t size);
  base::Result<void> put_folder(const std::string& place);
  [[nodiscard]] bool may_follow(const FileOrigin& target) const;

  std::vector<std::string> roots_;
  std::vector<std::string> open_folders_;  // that are being read, each inside the one before
  std::map<std::string, wire::Bundle::File> files_;
  std::size_t size_ = 0;
};

}  // namespace quiver::launch
