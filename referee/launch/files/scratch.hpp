// Folders and files for bots: a scratch folder that vanishes, and a log that cannot grow without end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::launch {

// $TMPDIR, or /tmp.
std::string temporary_place();
// That, and where to go if it will not do.
std::vector<std::string> temporary_places();

// Makes a new, empty folder below $TMPDIR or /tmp, for this user alone; its name begins with `kind`.
base::Result<std::string> make_temporary_folder(const std::string& kind);

// Removes the folders for bots in all of them whose owner was killed before it could.
void sweep_temporary_folders();

// A new, empty folder below $TMPDIR or /tmp, for this user alone; removed with all its content at the end.
class ScratchFolder {
 public:
  static base::Result<ScratchFolder> make();

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) noexcept;
  ~ScratchFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// A file that is created with the first byte and takes at most `most` bytes; the rest is counted and
// dropped, and the last line says so. A full disk affects only the log.
class CappedLog {
 public:
  static constexpr std::size_t kMost = 1 << 20;

  CappedLog() = default;
  explicit CappedLog(std::string path, std::size_t most = kMost) : path_(std::move(path)), most_(most) {}

  // Appends up to the limit; does not fail.
  void write(std::string_view text);
  // Nothing was ever written: there is no file.
  [[nodiscard]] bool empty() const { return written_ == 0; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::size_t most_ = 0;
  std::size_t written_ = 0;
};

}  // namespace quiver::launch
