// A bot's process: started under a supervisor, kept to itself, limited, watched and reaped.
//
// spawn() returns once the program runs, or says why it does not. The bot runs below a supervisor of its own
// (referee/launch/supervisor), which ends with everything that the bot has started when the bot ends, when
// this object goes, or when this whole process does, whatever the way. Its output comes through a pipe, its
// end shows on a descriptor that becomes readable, and whoever wants to be found by it accepts on its door:
// whoever owns an event loop waits on these. Not for use by two threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/launch/cgroup.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/limits.hpp"

namespace quiver::launch {

// How far a bot is shut in.
enum class Confinement {
  kNone,      // its processes are kept together, nothing more
  kFiltered,  // and it has no rights to gain and no system calls that no bot needs
  kFull,      // and it has a world of its own: processes, files, network
};

struct Command {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // all of it but QUIVER_ADDRESS
  std::string folder;                              // the working directory; /tmp if confinement is full
  Limits limits;
  Confinement confinement = Confinement::kNone;
  bool stoppable = false;            // freeze() must hold, whatever the bot does; needs a filter
  std::vector<std::string> visible;  // what else of this machine's files it may read if confinement is full
  std::string name;                  // to be found by in a list of processes
  Cgroups cgroups;                   // where its limits are counted; nowhere: by rlimits
  std::string supervisor;            // the program; empty: as it was installed
};

// How a process ended.
struct Exit {
  int status = 0;  // of a process that ended by itself
  int signal = 0;  // of one that was killed
  std::uint64_t peak_memory_bytes = 0;
  base::Duration cpu{0};
  bool out_of_memory = false;     // the kernel says so
  bool out_of_processes = false;  // it had more than it may, or was refused one
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
  Process& operator=(Process&& other) noexcept = delete;
  // Nothing of it is left after this.
  ~Process();

  // The bot's own, as this machine counts.
  [[nodiscard]] int pid() const { return bot_; }
  // Readable when the process has ended.
  [[nodiscard]] int end_descriptor() const { return end_.get(); }
  // The reading end of its stdout and stderr, non-blocking.
  [[nodiscard]] int output_descriptor() const { return output_.get(); }
  // A listening socket, whose address the bot finds in its environment as QUIVER_ADDRESS. With full
  // confinement only the bot reaches it, and it reaches nothing else.
  [[nodiscard]] int door_descriptor() const { return door_.get(); }

  // Kills what is left and says how the process ended; nothing while it still runs.
  std::optional<Exit> reap();
  // All of it, at once. The end shows on end_descriptor() as ever.
  void kill();
  // Stops all its processes where they are, or lets them go on.
  void freeze(bool frozen);

  // What all its processes have used so far.
  [[nodiscard]] base::Duration cpu() const;
  // A limit that it has broken by now and that the kernel does not enforce by killing it.
  [[nodiscard]] std::optional<std::string> broken_limit() const;
  // "cgroup v1", "rlimits": what its limits are kept by.
  [[nodiscard]] std::string limits_kept_by() const;

 private:
  Process() = default;
  void wish(std::uint32_t what) const;
  // Ends the supervisor and waits for it.
  void end();

  int supervisor_ = -1;  // -1: reaped
  int bot_ = -1;
  bool confined_ = false;
  Descriptor control_;
  Descriptor end_;
  Descriptor output_;
  Descriptor door_;
  std::optional<Cgroup> cgroup_;
  std::string kept_by_ = "rlimits";
  Limits limits_;

  friend class Spawning;
};

}  // namespace quiver::launch
