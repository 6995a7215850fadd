// Whether bots can be isolated on this machine, found out by trying it once.
//
// What an operator asks for (--isolate) and what this machine can do give a House: how every bot of this run
// is shut in and where its limits are counted. Called once, before the first bot.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/launch/process.hpp"

namespace quiver::launch {

enum class Isolation { kAuto, kRequired, kOff };

struct House {
  Confinement confinement = Confinement::kNone;
  Cgroups cgroups;
  bool no_ponder = false;  // a bot is stopped while it is not its turn
  std::string supervisor;  // the program; empty: as it was installed
  std::string warning;     // one sentence about what cannot be had; empty: nothing

  // "full", "filtered", "none"; for records.
  [[nodiscard]] std::string confinement_name() const;
};

// Also removes what runs before left behind that were killed. An error if isolation is required and cannot
// be had.
base::Result<House> open_house(Isolation wanted, const std::string& supervisor = "");

}  // namespace quiver::launch
