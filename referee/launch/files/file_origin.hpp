// Where a path of a bot's command line leads: settled once, when the command line is read, and opened at
// every start without following any link.
//
// Between two starts a bot's author may replace files. A link put in the place of a file, or of a folder
// above it, would show the bot whatever it leads to. So links are followed only by settle(), and only those
// that belong to root, to the user who runs this process, or to the owner of what they lead to. What is
// opened later must still be a file or a folder as before, and belong to the same user. Any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

// Where a path led when the command line was read.
struct FileOrigin {
  std::string path;      // absolute, as the bot knows it
  std::string resolved;  // the same without links
  std::uint32_t owner = 0;
  bool folder = false;
};

// Nothing but regular files and folders; an error says what else it is, or whose link is not followed.
base::Result<FileOrigin> settle(const std::string& path);

// The one that has this path, or null.
const FileOrigin* find_origin(const std::vector<FileOrigin>& origins, const std::string& path);

// What tells one content of a file from another without reading it.
struct FileKey {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // ns since 1970
  std::int64_t changed = 0;   // the same; nobody can set it

  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};

// An open file and the key of what it contained when it was opened.
struct OpenedFile {
  Descriptor file;
  FileKey key;
  bool readable = false;  // else the descriptor only stands for the file (O_PATH)
};

// Opens it as it is now. `read` asks for its bytes; a file that may be executed but not read comes without,
// and so does a database that this process has open (open_databases.hpp).
base::Result<OpenedFile> open_origin(const FileOrigin& origin, bool read);

// The key of an open file.
FileKey key_of(int file);
// The key that open_origin() would give; one with a device of 0 if it would refuse.
FileKey key_of(const FileOrigin& origin);

// A later change will be visible in the key. Not so for a file written within the current tick of the
// kernel's clock: it may be written again in the same tick.
bool is_sure(const FileKey& key);
// It has not been written to for a while, so it is probably complete.
bool is_quiet(const FileKey& key);

}  // namespace quiver::launch
