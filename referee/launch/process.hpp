// A bot's process: started under a supervisor, isolated, limited, watched and reaped.
//
// spawn() returns once the program runs, or says why it does not. The bot runs below a supervisor of its own
// (referee/launch/supervisor), which ends, with everything that the bot has started, when the bot ends, when
// this object is destroyed, or when this process ends for any reason. The owner's event loop waits on three
// descriptors: a pipe with the bot's output, one that becomes readable when the bot ends, and the listener
// on which to accept its connections. Not for use by two threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/launch/cgroup.hpp"
#include "referee/launch/cores/core_pool.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/files/launch_files.hpp"
#include "referee/launch/freezer.hpp"
#include "referee/launch/limits.hpp"

namespace quiver::launch {

// How far a bot is isolated.
enum class Confinement {
  kNone,      // its processes are tracked, nothing more
  kFiltered,  // and it cannot gain privileges and has only the system calls that bots need
  kFull,      // and it has its own namespaces: processes, files, network
};

// What to start, and how far to isolate and limit it.
struct Command {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // all of it but QUIVER_ADDRESS
  std::string folder;                              // the working directory; /tmp if confinement is full
  ResourceLimits limits;
  Confinement confinement = Confinement::kNone;
  bool stoppable = false;                    // freeze() must work whatever the bot does; needs a filter
  bool pinned = false;                       // it must not choose its cores itself; needs a filter
  std::shared_ptr<const LaunchFiles> files;  // what else of this machine it sees if confinement is full
  std::vector<std::string> links;  // what its folder has links of the same names to; of two the first
  std::string name;                // to be found by in a list of processes
  Cgroups cgroups;         // where its limits are counted and it is frozen; nowhere: by rlimits and signals
  std::string supervisor;  // the program; empty: as it was installed
  // How often it is tried if this machine has not enough of something at the moment, such as processes.
  unsigned attempts = 4;
};

// How a process ended.
struct Exit {
  int status = 0;  // of a process that ended by itself
  int signal = 0;  // of one that was killed
  std::uint64_t peak_memory_bytes = 0;
  base::Duration cpu{0};
  bool out_of_memory = false;     // the kernel says so
  bool out_of_processes = false;  // it had more than it may, or was refused one
  ResourceLimits limits;

  // Names the limit if it died of one: "memory limit of 1024 MiB".
  [[nodiscard]] std::optional<std::string> broken_limit() const;
  // "exit status 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string sentence() const;
};

// To be called once, early, by a program that starts bots: as many descriptors as there may be, no death by
// writing to a closed pipe, and children whose end can be waited for.
void prepare_this_process();

// Owns the supervisor and everything below it.
class Process {
 public:
  // The error is a problem of this machine, such as no more processes, or of the program's file.
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
  [[nodiscard]] int listener_descriptor() const { return listener_.get(); }

  // Reaps without blocking: kills what is left and says how the process ended; nothing while it still runs.
  std::optional<Exit> reap();
  // Kills all of it. Returns at once; the end shows on end_descriptor().
  void kill();
  // Stops all its processes where they are, or lets them go on: by the kernel's freezer at once, else by
  // its supervisor, soon.
  void freeze(bool frozen);
  // Since when it has been able to run; none while it is frozen, or until the supervisor has confirmed it.
  [[nodiscard]] std::optional<base::Time> awake_since() const { return awake_since_; }
  // Reads the supervisor's messages, which make this descriptor readable; false if there will be no more.
  // `answered`: the bot has answered, so it has been resumed, even if the supervisor has not confirmed that
  // yet.
  bool listen(bool answered = false);
  [[nodiscard]] int control_descriptor() const { return control_.get(); }
  // What it has used while it was frozen, beyond what it takes to stop (kToStop, each time).
  [[nodiscard]] base::Duration used_frozen() const;
  // What others than its first process have used while it was frozen, where cpu() does not have that.
  [[nodiscard]] base::Duration used_frozen_besides() const { return besides_before_ + besides_; }
  // A system call that is running when it is frozen is completed, which may take long if it frees much
  // memory; and delivering the stop takes time.
  static constexpr base::Duration kToStop = std::chrono::milliseconds(50);

  // What all its processes have used so far.
  [[nodiscard]] base::Duration cpu() const;
  // All its processes but the supervisor, as this machine counts.
  [[nodiscard]] std::vector<int> members() const;
  // For WaitMeter; empty if its group has none.
  [[nodiscard]] std::string pressure_file() const;
  // From now on all its threads run on these cores. False if the kernel refuses that.
  [[nodiscard]] bool run_on(const Cores& cores) const;
  // A limit that it has broken by now and that the kernel does not enforce by killing it.
  [[nodiscard]] std::optional<std::string> broken_limit() const;
  // "cgroup v1", "rlimits": what its limits are kept by.
  [[nodiscard]] std::string limit_mechanism() const;

 private:
  Process() = default;
  // Sends a SupervisorCommand, without blocking; one that does not fit is lost.
  void send_command(std::uint32_t what) const;
  // After it was resumed: the CPU time that it used while frozen.
  void note_used(base::Duration used);
  // Ends the supervisor and waits for it.
  void end();

  int supervisor_ = -1;  // -1: reaped
  int bot_ = -1;
  bool confined_ = false;
  Descriptor control_;
  Descriptor end_;
  Descriptor output_;
  Descriptor listener_;
  std::optional<Cgroup> cgroup_;
  std::optional<Freezer> freezer_;
  std::string limit_mechanism_ = "rlimits";
  std::optional<base::Time> awake_since_ = base::Time{};
  unsigned thaws_ = 0;                       // that the supervisor has not confirmed
  std::optional<base::Time> woken_at_;       // as the supervisor said before it did it
  std::optional<base::Duration> frozen_at_;  // the CPU time then
  base::Duration frozen_used_{0};            // this time, as the supervisor counts
  base::Duration used_before_{0};            // the times before, beyond what it takes to stop
  base::Duration besides_{0};
  base::Duration besides_before_{0};
  ResourceLimits limits_;

  friend class Spawning;
};

}  // namespace quiver::launch
