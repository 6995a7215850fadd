// Control groups: limits and accounting by the kernel for all processes of a bot together.
//
// find_cgroups() determines once where groups can be created: in version 2 or, if that has no controllers,
// in version 1, or nowhere. A Cgroup is one bot's: made with its limits, given its processes, asked what
// they used, and removed at the end. Not for use by two threads at once.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/limits.hpp"

namespace quiver::launch {

// How the names of bots' groups begin.
constexpr const char* kBotGroup = "quiver-bot";

// The folders below which groups are made. In the second version all three are the same.
struct Cgroups {
  int version = 0;  // 0: nowhere
  std::string memory;
  std::string pids;
  std::string cpu;
  // Where groups can be made that the kernel freezes, in the second version whatever counts the limits;
  // empty: nowhere.
  std::string freezer = {};

  // "cgroup v1"; for records.
  [[nodiscard]] std::string name() const { return "cgroup v" + std::to_string(version); }
};

// Where this process may make groups. In the second version it moves into a group of its own below the
// one it was in, because a group with processes in it has no limited ones below it. `proc` and `root` are
// for tests: the folder of /proc/self, and what stands before the mount points.
Cgroups find_cgroups(const std::string& proc = "/proc/self", const std::string& root = "");

class Cgroup {
 public:
  // `name` must be new.
  static base::Result<Cgroup> make(const Cgroups& where, const std::string& name,
                                   const ResourceLimits& limits);

  Cgroup(Cgroup&&) noexcept = default;
  // Removes its own group first.
  Cgroup& operator=(Cgroup&& other) noexcept;
  ~Cgroup();

  // An error if the process is gone or the kernel refuses. Children that it starts later are in the group,
  // too.
  base::Result<void> add(pid_t process) const;
  // Of all processes that are or were in it.
  [[nodiscard]] base::Duration cpu() const;
  // The most that was in use at once.
  [[nodiscard]] std::uint64_t peak_memory() const;
  // Somebody in it was killed because its memory was full, or could not start another process.
  [[nodiscard]] bool out_of_memory() const;
  [[nodiscard]] bool out_of_processes() const;
  // Those that are in it now, as this process counts.
  [[nodiscard]] std::vector<pid_t> processes() const;
  // Kills everybody in it.
  void kill() const;
  // Where the kernel can freeze all of it; none in the first version.
  [[nodiscard]] std::optional<std::string> frozen_in() const {
    return version_ == 2 ? std::optional(folders_.front()) : std::nullopt;
  }

 private:
  Cgroup() = default;
  // Kills what is left and removes the folders; waits a few milliseconds at most.
  void remove();

  int version_ = 0;
  std::vector<std::string> folders_;  // of memory, pids and cpu, or one for all
  Descriptor cpu_;                    // its usage, kept open because it is read with every move
  std::uint64_t memory_limit_ = 0;
};

// The processes in the group of this folder.
std::vector<pid_t> processes_in(const std::string& group);

// Removes groups of processes that no longer exist. `is_stale` decides by the name.
void sweep_cgroups(const Cgroups& where, bool (*is_stale)(const std::string& name));

}  // namespace quiver::launch
