// Decides what of an archive or a folder is unpacked, and stops what is too large.
//
// Whoever reads the archive calls begin(), write() and end() for each entry; what passes goes on to a sink.
// A sink gets relative paths without "..", each once, each file after begin_file() and before end_file(), and
// never more bytes, entries or levels than the limits say. Errors with the code kBadInput are the fault of
// what was submitted, all others that of this machine. Not for use by two threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::teams {

struct UnpackLimits {
  std::uint64_t submitted_bytes = std::uint64_t{16} << 20U;  // of the files or the archive, as submitted
  std::uint64_t total_bytes = std::uint64_t{48} << 20U;      // of all files, unpacked
  std::uint64_t file_bytes = std::uint64_t{32} << 20U;       // of one of them
  std::size_t entries = 2000;                                // files and folders
  std::size_t depth = 16;                                    // folders in folders, the file included
  std::uint64_t ratio = 100;  // unpacked bytes for one of the archive, once they are more than 1 MiB
};

enum class EntryKind { kFile, kFolder, kLink, kOther };

// Where unpacked files go.
class EntrySink {
 public:
  virtual ~EntrySink() = default;
  // The folder above it has been made.
  virtual base::Result<void> make_folder(const std::string& path) = 0;
  virtual base::Result<void> begin_file(const std::string& path, bool executable) = 0;
  virtual base::Result<void> write(std::string_view bytes) = 0;
  virtual base::Result<void> end_file() = 0;
};

class EntryGate {
 public:
  // `archive_bytes`: the size of the archive, for the ratio; 0: there is none. The sink must outlive this.
  EntryGate(const UnpackLimits& limits, std::uint64_t archive_bytes, EntrySink& sink)
      : limits_(limits), archive_bytes_(archive_bytes), sink_(sink) {}

  // `size`, if known, is refused early. Every entry that is begun has to be ended.
  base::Result<void> begin(std::string_view name, EntryKind kind, bool executable,
                           std::optional<std::uint64_t> size);
  base::Result<void> write(std::string_view bytes);
  base::Result<void> end();

  [[nodiscard]] std::size_t files() const { return files_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  base::Result<void> check_size(std::uint64_t file, std::uint64_t total) const;
  // Notes the path and the folders above it, and makes those that are new.
  base::Result<void> add_folders(const std::string& path);
  base::Result<void> add(const std::string& path, bool folder);

  UnpackLimits limits_;
  std::uint64_t archive_bytes_;
  EntrySink& sink_;
  std::map<std::string, bool> paths_;  // true: a folder
  std::size_t begun_ = 0;              // also those that are left out
  std::size_t files_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t file_bytes_ = 0;
  std::string path_;  // of the entry that is read
  bool writes_ = false;
};

// The path of an entry without "." and double slashes, or what is wrong with its name.
base::Result<std::string> entry_path(std::string_view name);

// "16 MB", or "300 bytes" of less than one.
std::string size_words(std::uint64_t bytes);

// What desktops, editors and version control put beside a bot: it is not unpacked.
bool is_left_out(std::string_view path);

}  // namespace quiver::teams
