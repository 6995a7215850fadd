// The kernel's freezer: stops all processes of a control group; nothing that they do, or prepared before,
// can resume one of them.
//
// It is part of control groups version 2 and needs no controllers. Processes frozen by it can still be
// killed, unlike in version 1. A Freezer is one bot's. Not for use by two threads at once.
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
  // After it returns true, resumed processes can run, and frozen ones run at most to the end of their
  // current system call.
  [[nodiscard]] bool set(bool frozen) const;
  // Nobody in it runs.
  [[nodiscard]] bool frozen() const;
  // What all in it have used so far.
  [[nodiscard]] base::Duration cpu() const;
  // Also those that are frozen.
  void kill() const;
  // The group's folder.
  [[nodiscard]] const std::string& folder() const { return folder_; }

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
