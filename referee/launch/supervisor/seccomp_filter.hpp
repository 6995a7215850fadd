// The system calls of a bot: a list of those that it may make, with conditions for some.
//
// A call that is not on the list fails with ENOSYS, so that a runtime that tries a newer call falls back to
// the older one; calls that a bot is known not to need fail with EPERM. The process continues either way.
#pragma once

#include "referee/launch/descriptor.hpp"
#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

// For this process and all its descendants, permanently. Needs no_new_privs. Beyond the lists it depends on
// the plan:
// - confined: no locks on files, and nothing that tells what others do with them, because what it sees of the
//   machine's files others see too. About flock the kernel asks on `listener` (file_locks.hpp), if it can.
// - memory counted by the supervisor: no memory that nobody counts. Shared memory only in pieces of at most
//   kSharedPiece, which it can count, or as files in /tmp.
// - stoppable: no way to cause a SIGCONT, for bots stopped by signals: to send one, to have the kernel send
//   one after a time, for a message or input, or when a parent or child dies; and no sessions, whose process
//   groups can be orphaned.
// - pinned: no way to run on other cores than those that the referee gives it.
// 0, or an errno.
int install_filter(const LaunchPlan& plan, Descriptor& listener);

constexpr std::uint64_t kSharedPiece = std::uint64_t{1} << 20U;

}  // namespace quiver::launch
