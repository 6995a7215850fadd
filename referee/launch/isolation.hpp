// Whether bots can be isolated on this machine, found out by trying.
//
// A LaunchPolicy combines what the operator asks for (--isolate) with what this machine can do: how the bots
// of this run are isolated and where their limits are counted. Made once, before the first bot.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/launch/cores/core_keeper.hpp"
#include "referee/launch/files/snapshots.hpp"
#include "referee/launch/process.hpp"

namespace quiver::launch {

// What --isolate says. kAuto: as much as this machine can do.
enum class Isolation { kAuto, kRequired, kOff };

// How bots are started in this run. A value; made once by make_launch_policy().
struct LaunchPolicy {
  // What was possible when it was tried. Every bot gets at least that, or is not started: so no bot can
  // weaken its isolation by exhausting what isolation needs.
  Confinement confinement = Confinement::kNone;
  // More was requested than was possible; it is tried again for each bot.
  bool tries_full = false;
  unsigned attempts = Command{}.attempts;
  Cgroups cgroups;
  bool no_ponder = false;                  // a bot is stopped while it is not its turn
  std::string supervisor;                  // the program; empty: as it was installed
  std::string warning;                     // one sentence about what is not possible; may be empty
  std::shared_ptr<Snapshots> snapshots;    // of what bots are made of; null: none are taken
  unsigned num_cores = 1;                  // that bots may run on
  std::shared_ptr<CoreKeeper> cores = {};  // of the games of this process; null: bots run anywhere

  // The same with full isolation, tried once; none unless tries_full.
  [[nodiscard]] std::optional<LaunchPolicy> with_full_isolation() const;
  // The same for other games, as far as this machine can: an error if isolation is required and not possible.
  [[nodiscard]] base::Result<LaunchPolicy> with(Isolation wanted, bool stops_idle_bots) const;
};

// "auto", "required" or "off", as --isolate takes it; kAuto for any other word.
Isolation isolation_of(const std::string& word);

// "full", "filtered", "none"; for records.
std::string confinement_name(Confinement confinement);

// Also removes what earlier, killed runs left behind. An error if isolation is required and not possible.
base::Result<LaunchPolicy> make_launch_policy(Isolation wanted, const std::string& supervisor = "");

}  // namespace quiver::launch
