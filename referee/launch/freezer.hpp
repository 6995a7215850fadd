// The kernel's own freezer: stops all processes of a control group where they are, and nothing that they can
// do, or could have arranged before, sets one of them going again.
//
// It is part of the second version of control groups, whatever controllers that has; who is frozen by it can
// still be killed, which is not so in the first version. A Freezer is one bot's. Not for use by two threads
// at once.
#pragma once

#include <string>
#include <sys/types.h>
#include <utility>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

class Freezer {
 public:
  // In a group that somebody else owns and removes.
  static base::Result<Freezer> in(const std::string& folder);
  // In a new group of this name, which goes with the Freezer.
  static base::Result<Freezer> make(const std::string& where, const std::string& name);

  Freezer(Freezer&& other) noexcept { *this = std::move(other); }
  Freezer& operator=(Freezer&& other) noexcept;
  ~Freezer();

  // Children that it starts later are in the group, too.
  base::Result<void> add(pid_t process) const;
  // Once it returns true, those who are let go on can run, and those who are stopped run no further than to
  // the end of what the kernel does for them.
  [[nodiscard]] bool set(bool frozen) const;
  // Nobody in it runs.
  [[nodiscard]] bool frozen() const;
  // What all in it have used so far.
  [[nodiscard]] base::Duration cpu() const;
  // Also those that are frozen.
  void kill() const;

 private:
  Freezer() = default;
  // Removes the group if it is its own.
  void remove();

  std::string folder_;
  bool own_ = false;
  Descriptor freeze_;  // both are kept open because they are used with every move
  Descriptor cpu_;
};

// "usage_usec" of a group's cpu.stat, read anew.
base::Duration read_cpu_stat(const Descriptor& file);

}  // namespace quiver::launch
