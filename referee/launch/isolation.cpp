#include "referee/launch/isolation.hpp"

#include <poll.h>

#include "referee/launch/owner.hpp"
#include "referee/launch/scratch.hpp"

namespace quiver::launch {

namespace {

// Nothing if a program runs in this confinement, else why it does not.
std::string try_out(const House& house, Confinement confinement) {
  Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", ":"};
  command.folder = "/";
  command.confinement = confinement;
  command.name = "trial";
  command.supervisor = house.supervisor;
  command.cgroups = house.cgroups;
  const auto process = Process::spawn(command);
  return process ? "" : process.error().sentence;
}

}  // namespace

std::string House::confinement_name() const {
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

base::Result<House> open_house(Isolation wanted, const std::string& supervisor) {
  House house;
  house.supervisor = supervisor;
  house.cgroups = find_cgroups();
  sweep_cgroups(house.cgroups, is_stale);
  sweep_temporary_folders();
  // A group may be there to be made and not to be joined.
  if (house.cgroups.version != 0 && !try_out(house, Confinement::kNone).empty()) house.cgroups = {};
  if (wanted == Isolation::kOff) return house;
  const std::string why = try_out(house, Confinement::kFull);
  if (why.empty()) {
    house.confinement = Confinement::kFull;
    return house;
  }
  if (wanted == Isolation::kRequired)
    return base::bad_input("bots cannot be isolated on this machine: " + why);
  if (try_out(house, Confinement::kFiltered).empty()) house.confinement = Confinement::kFiltered;
  house.warning = "bots are not isolated, they can read your files and reach the network: " + why;
  return house;
}

}  // namespace quiver::launch
