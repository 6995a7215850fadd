// What the supervisor is told to do: start this program, in this much of a world of its own.
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

struct Plan {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  // "NAME=VALUE"
  std::string folder;                    // the working directory, as the bot sees it
  std::vector<std::string> visible;  // files and folders of this machine that it may read, beside the system

  bool confined = false;   // in namespaces of its own; else the supervisor only keeps its processes together
  bool filtered = false;   // no new privileges, and no system calls that no bot needs
  bool stoppable = false;  // and by none of those left can a stopped process have itself continued
  std::uint32_t user = 0;  // as the bot's user namespace counts

  // Limits, 0 for none.
  std::uint64_t scratch_bytes = 0;
  std::uint64_t memory_bytes = 0;  // by rlimit
  std::uint64_t cpu_seconds = 0;   // of one process, by rlimit
  std::uint64_t processes = 0;     // counted by the supervisor
  std::uint64_t files = 0;
};

std::string encode_plan(const Plan& plan);
// Nothing if the bytes are no plan.
std::optional<Plan> decode_plan(std::string_view bytes);

// --- what the two say to each other, one message each, over a socket of type SOCK_SEQPACKET

// From the supervisor.
enum class Word : std::uint32_t {
  kWaiting = 1,  // the bot's process is there and waits for kGo; comes with its credentials and its door
  kRunning,      // it has become the bot's program
  kFailed,       // it has not: `error` and `step`
  kEnded,        // the bot has ended, and everything that it left behind with it
};
// To the supervisor.
enum class Wish : std::uint32_t { kGo = 1, kFreeze, kThaw, kKill };

// The steps that may fail, for the sentence.
enum class Step : std::uint32_t { kPlan = 1, kNetwork, kMounts, kFork, kLimits, kUser, kFilter, kProgram };

struct Report {
  Word word = Word::kFailed;
  Step step = Step::kPlan;
  std::int32_t error = 0;                // an errno
  std::int32_t status = 0;               // as from wait
  std::int64_t cpu_nanos = 0;            // of all its processes that were waited for
  std::uint64_t peak_memory_bytes = 0;   // of the largest process
  std::uint32_t too_many_processes = 0;  // it had as many as it may
  std::uint32_t too_much_memory = 0;     // one of its processes had more than it may
};

}  // namespace quiver::launch
