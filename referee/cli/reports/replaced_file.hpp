// A file that others find whole or not at all: what is written goes to a new file beside it, which then takes
// its place. What was there before stays until that moment, and for good if something goes wrong.
#pragma once

#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::cli {

class ReplacedFile {
 public:
  // A link is followed. What is there and is no plain file, a device say, is refused.
  static base::Result<ReplacedFile> at(const std::string& path);

  // Replaces the content atomically. Blocks until it is on the disk. May be called again.
  [[nodiscard]] base::Result<void> write(std::string_view content) const;

 private:
  explicit ReplacedFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace quiver::cli
