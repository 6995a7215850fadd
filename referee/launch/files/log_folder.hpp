// Default folders for the output of bots: below $TMPDIR or /tmp, kept for a day.
//
// A run holds a lock on its folder, which the kernel releases however the run ends. The next run removes the
// user's folders that are not locked and in which nothing has changed for kLogsKept. Links are not followed.
#pragma once

#include <chrono>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

inline constexpr std::chrono::hours kLogsKept(24);

// Stays when its owner is gone, unless it is empty.
class TemporaryLogs {
 public:
  // A new folder that is locked for as long as this object lives.
  static base::Result<TemporaryLogs> make();

  TemporaryLogs(TemporaryLogs&&) = default;
  TemporaryLogs& operator=(TemporaryLogs&& other) noexcept;
  ~TemporaryLogs();

  [[nodiscard]] const std::string& path() const { return path_; }
  // Removes it with all that is in it.
  void remove();

 private:
  TemporaryLogs(std::string path, Descriptor folder) : path_(std::move(path)), folder_(std::move(folder)) {}
  std::string path_;
  Descriptor folder_;  // locked; none: moved from, or removed
};

// Removes what earlier runs of this user left, as described above. Errors are ignored.
void sweep_log_folders();

}  // namespace quiver::launch
