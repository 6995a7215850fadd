// The instructions for the supervisor: which program to start, and how far to isolate it.
//
// The plan is written by quiver and read by the supervisor through a descriptor, never through the command
// line, where every process of the machine could read it. A plain value; the encoding is between programs of
// the same build and no format that anybody else reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quiver::launch {

// A file or folder of this machine that a confined bot sees.
struct ShownFile {
  std::string path;          // where it sees it
  std::string source;        // where it is, without links; opened there it has to be this one:
  std::uint64_t device = 0;  // as the kernel numbers file systems
  std::uint64_t inode = 0;
  bool folder = false;
};

// Everything that the supervisor needs to know, in one value.
struct LaunchPlan {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  // "NAME=VALUE"
  std::string folder;                    // the working directory, as the bot sees it
  std::vector<ShownFile> shown;          // beside the system; folders before what is in them

  bool confined = false;           // in its own namespaces; else the supervisor only tracks its processes
  bool filtered = false;           // no new privileges, and no system calls that no bot needs
  bool stoppable = false;          // and none that could continue a stopped process
  bool pinned = false;             // and none that could move a thread to another core
  std::uint32_t user = 0;          // as the bot's user namespace counts
  std::vector<std::string> links;  // what the working directory has links of the same names to

  // ResourceLimits, 0 for none.
  std::uint64_t scratch_bytes = 0;
  std::uint64_t memory_bytes = 0;  // by rlimit
  std::uint64_t cpu_seconds = 0;   // of one process, by rlimit
  std::uint64_t processes = 0;     // counted by the supervisor
  std::uint64_t files = 0;
};

std::string encode_plan(const LaunchPlan& plan);
// Nothing if the bytes are no plan.
std::optional<LaunchPlan> decode_plan(std::string_view bytes);

// --- messages between the two, over a socket of type SOCK_SEQPACKET

// From the supervisor.
enum class SupervisorEvent : std::uint32_t {
  kWaiting = 1,  // the bot's process is there and waits for kGo; comes with its credentials and its listener
  kRunning,      // it has become the bot's program
  kFailed,       // it has not: `error` and `step`
  kEnded,        // the bot has ended, and everything that it left behind with it
  kUsed,         // `cpu_nanos` and `besides_nanos` of a stopped bot, since it was stopped
  kWaking,       // it is about to be resumed: `time_nanos`
  kAwake,        // it has been resumed: `time_nanos`, and what it used while stopped
};
// To the supervisor.
enum class SupervisorCommand : std::uint32_t { kGo = 1, kFreeze, kThaw, kKill };

// The steps that may fail, for the sentence.
enum class SetupStep : std::uint32_t {
  kPlan = 1,
  kNetwork,
  kMounts,
  kFork,
  kLimits,
  kUser,
  kFilter,
  kProgram
};

// One fixed-size message of the supervisor. Both ends are of the same build, so it is sent as it lies in
// memory.
struct Report {
  SupervisorEvent event = SupervisorEvent::kFailed;
  SetupStep step = SetupStep::kPlan;
  std::int32_t error = 0;                // an errno
  std::int32_t status = 0;               // as from wait
  std::int64_t cpu_nanos = 0;            // of all its processes that were waited for
  std::int64_t besides_nanos = 0;        // of that, by others than its first process
  std::int64_t time_nanos = 0;           // of the monotonic clock
  std::uint64_t peak_memory_bytes = 0;   // of the largest process
  std::uint32_t too_many_processes = 0;  // it had as many as it may
  std::uint32_t too_much_memory = 0;     // one of its processes had more than it may
};

}  // namespace quiver::launch
