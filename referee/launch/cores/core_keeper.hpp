// Hands out the cores of this process to games, and keeps the referee's own thread where it is best.
//
// One game at a time: the referee's thread joins it on its cores. A move then wakes no sleeping core, which
// would cost more than the move itself. With more games, or with a page to serve, whose work would
// take time from the bots, the thread runs wherever it may.
//
// Processes that know nothing of each other must not choose the same core while others are idle: a core is
// claimed by a name that only one process of the machine can have at a time, and which goes with the process. A game
// for which no core is left unclaimed is not pinned; the kernel then finds the best place for it. Shared by all
// runners of a process; lives on the referee's thread.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "referee/launch/cores/affinity.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

class CoreKeeper {
 public:
  // Of the processors that this process was given. `joins`: there is never more than one game at once and
  // nothing else to do.
  explicit CoreKeeper(bool joins) : CoreKeeper(own_cpus(), joins) {}
  CoreKeeper(std::vector<Cpu> cpus, bool joins);
  CoreKeeper(const CoreKeeper&) = delete;
  CoreKeeper& operator=(const CoreKeeper&) = delete;

  // As CorePool's; none if other processes have claimed too many.
  std::optional<Cores> take(unsigned threads);
  std::optional<Cores> take_idle(unsigned threads);
  void give_back(const Cores& cores);
  // Where games run that have none.
  [[nodiscard]] const Cores& all() const { return all_; }

 private:
  // Forgets which cores were other processes': claim() finds out again.
  void forget_others();
  // False if another process has one of them.
  bool claim(const Cores& cores);
  void drop_claims();

  CorePool pool_;
  Cores all_;
  bool joins_;
  std::map<int, Descriptor> claims_;
  Cores joined_;  // empty: the thread runs on all
};

}  // namespace quiver::launch
