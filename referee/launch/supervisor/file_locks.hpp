// Locks of files (flock), which a confined bot has on its own files only.
//
// The system's files are the same for all bots, and a lock on one of them is visible to other bots: a covert
// channel. The filter cannot see which file a descriptor refers to, and checking the file before the call
// would be a race. So the kernel asks the supervisor, which takes the bot's open file and locks it itself:
// such a lock belongs to the open file, whoever requested it. One thread.
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

class FileLocks {
 public:
  // `listener` is where the kernel asks, none if it does not; files on the file system of `own` are the
  // bot's.
  FileLocks(Descriptor listener, const char* own);

  // To be waited on; -1 if nobody asks.
  [[nodiscard]] int descriptor() const { return listener_.get(); }
  // Answers what was asked.
  void answer();
  // A process waits for a lock; call retry() soon.
  [[nodiscard]] bool waits() const { return !waiting_.empty(); }
  // Tries again for all who wait. Does not block.
  void retry();

 private:
  struct Waiting {
    std::uint64_t id = 0;
    Descriptor file;
    int operation = 0;
  };

  // The file behind a descriptor of that thread's process.
  static Descriptor take(pid_t thread, int number);
  // Ends the bot's system call: with 0, or with this errno.
  void reply(std::uint64_t id, int error) const;
  [[nodiscard]] bool is_own(int file) const;

  Descriptor listener_;
  dev_t own_ = 0;
  std::vector<Waiting> waiting_;
};

}  // namespace quiver::launch
