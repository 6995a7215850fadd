// A bot's process: started in a group of its own, limited, watched and reaped.
//
// spawn() returns once the program runs, or says why it does not. The process has its own group, a scratch
// folder as its working directory, and an environment of its own; its output comes through a pipe, its end
// shows on a descriptor that becomes readable: whoever owns an event loop waits on both. Destroying a
// Process kills the whole group and reaps it, so that nothing is left behind however a match ends; if the
// referee itself dies, the kernel kills the bot. Not for use by two threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"

namespace quiver::launch {

// Nothing said: no limit.
struct Limits {
  std::optional<std::uint64_t> memory_bytes;
  std::optional<base::Duration> cpu;
};

struct Command {
  std::string program;  // a path
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // all of it
  std::string folder;                              // the working directory
  Limits limits;
};

// How a process ended.
struct Exit {
  int status = 0;  // of a process that ended by itself
  int signal = 0;  // of one that was killed
  std::uint64_t peak_memory_bytes = 0;
  base::Duration cpu{0};
  Limits limits;

  // Names the limit if it died of one: "memory limit of 1024 MiB".
  [[nodiscard]] std::optional<std::string> broken_limit() const;
  // "exit status 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string sentence() const;
};

// To be called once, early, by a program that starts bots: as many descriptors as there may be, no death by
// writing to a closed pipe, and children whose end can be waited for.
void prepare_this_process();

class Process {
 public:
  // The error is a fault of this machine's, such as no more processes, or of the program's file.
  static base::Result<Process> spawn(const Command& command);

  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  [[nodiscard]] int pid() const { return pid_; }
  // Readable when the process has ended.
  [[nodiscard]] int end_descriptor() const { return end_; }
  // The reading end of its stdout and stderr, non-blocking.
  [[nodiscard]] int output_descriptor() const { return output_; }

  // Kills what is left of the group and says how the process ended; nothing while it still runs.
  std::optional<Exit> reap();
  // The whole group, at once. The end shows on end_descriptor() as ever.
  void kill();

 private:
  Process(int pid, int end, int output, Limits limits)
      : pid_(pid), end_(end), output_(output), limits_(limits) {}

  int pid_ = -1;  // -1: reaped
  int end_ = -1;
  int output_ = -1;
  Limits limits_;
};

}  // namespace quiver::launch
