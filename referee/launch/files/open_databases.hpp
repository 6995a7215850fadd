// The files of the databases that this process has open.
//
// SQLite tells other processes by POSIX locks that a database is in use. Closing any descriptor of a file
// drops all POSIX locks that the process has on it; another process then takes itself for the last one,
// removes the write-ahead log, and what is committed afterwards is lost. So nothing but SQLite may open these
// files in the process that has them open: whoever opens a file that somebody else named asks here. Any
// thread.
#pragma once

#include <functional>
#include <string>

namespace quiver::launch {

// From before a database is opened until after it is closed. Opening the same file again is counted.
class OpenDatabase {
 public:
  explicit OpenDatabase(const std::string& path);
  OpenDatabase(OpenDatabase&& other) noexcept;
  OpenDatabase& operator=(OpenDatabase&& other) noexcept;
  ~OpenDatabase();

 private:
  std::string path_;  // empty: moved from
};

// Whether this is the file of a database that is open here, its write-ahead log or its index, whatever links
// lead to it. Opens nothing.
bool is_held(const std::string& path);

enum class HeldRead {
  kRead,
  kHeld,        // it was not opened
  kUnreadable,  // not there, no regular file, or not allowed
};
// Calls `use` with a descriptor of the file unless the file is held. No database is opened meanwhile.
HeldRead read_unless_held(const std::string& path, const std::function<void(int)>& use);

}  // namespace quiver::launch
