#include "referee/launch/isolation.hpp"

#include <poll.h>

#include "referee/launch/files/log_folder.hpp"
#include "referee/launch/files/scratch.hpp"
#include "referee/launch/owner.hpp"

namespace quiver::launch {

namespace {

// Nothing if a program runs in this confinement, else why it does not.
std::string try_out(const LaunchPolicy& launch_policy, Confinement confinement) {
  Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", ":"};
  command.folder = "/";
  command.confinement = confinement;
  command.name = "trial";
  command.supervisor = launch_policy.supervisor;
  command.cgroups = launch_policy.cgroups;
  // The process is destroyed, and so ended, on return: that it could be started is all that counts.
  const auto process = Process::spawn(command);
  return process ? "" : process.error().sentence;
}

}  // namespace

std::string confinement_name(Confinement confinement) {
  switch (confinement) {
    case Confinement::kFull:
      return "full";
    case Confinement::kFiltered:
      return "filtered";
    case Confinement::kNone:
      break;
  }
  return "none";
}

std::optional<LaunchPolicy> LaunchPolicy::with_full_isolation() const {
  if (!tries_full) return std::nullopt;
  LaunchPolicy full = *this;
  full.confinement = Confinement::kFull;
  full.tries_full = false;
  full.attempts = 1;
  return full;
}

Isolation isolation_of(const std::string& word) {
  return word == "required" ? Isolation::kRequired : word == "off" ? Isolation::kOff : Isolation::kAuto;
}

base::Result<LaunchPolicy> LaunchPolicy::with(Isolation wanted, bool stops_idle_bots) const {
  if (wanted == Isolation::kRequired && (confinement != Confinement::kFull || tries_full))
    return base::bad_input(warning.empty() ? "bots cannot be isolated on this machine" : warning);
  LaunchPolicy other = *this;
  other.no_ponder = stops_idle_bots;
  if (wanted != Isolation::kOff) return other;
  other.confinement = Confinement::kNone;
  other.tries_full = false;
  other.warning = "";
  return other;
}

base::Result<LaunchPolicy> make_launch_policy(Isolation wanted, const std::string& supervisor) {
  LaunchPolicy launch_policy;
  launch_policy.supervisor = supervisor;
  launch_policy.snapshots = std::make_shared<Snapshots>();
  launch_policy.num_cores = static_cast<unsigned>(own_cpus().size());
  launch_policy.cgroups = find_cgroups();
  sweep_cgroups(launch_policy.cgroups, is_stale);
  sweep_temporary_folders();
  sweep_log_folders();
  // A group may be there to be made and not to be joined.
  // Each try is a real start of a program, with what has been found so far.
  if (!launch_policy.cgroups.freezer.empty() && !try_out(launch_policy, Confinement::kNone).empty())
    launch_policy.cgroups.freezer = "";
  if (launch_policy.cgroups.version != 0 && launch_policy.cgroups.freezer.empty() &&
      !try_out(launch_policy, Confinement::kNone).empty())
    launch_policy.cgroups = {};
  if (wanted == Isolation::kOff) return launch_policy;
  const std::string why = try_out(launch_policy, Confinement::kFull);
  if (why.empty()) {
    launch_policy.confinement = Confinement::kFull;
    return launch_policy;
  }
  if (wanted == Isolation::kRequired)
    return base::bad_input("bots cannot be isolated on this machine: " + why);
  if (try_out(launch_policy, Confinement::kFiltered).empty())
    launch_policy.confinement = Confinement::kFiltered;
  launch_policy.tries_full = true;
  launch_policy.warning = "bots are not isolated, they can read your files and reach the network: " + why;
  return launch_policy;
}

}  // namespace quiver::launch
