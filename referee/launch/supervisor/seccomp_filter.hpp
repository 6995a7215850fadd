// The system calls of a bot: a list of those that it may make, with conditions for some.
//
// What is not on the list "is not implemented" (ENOSYS), so that a runtime which asks for something newer
// takes what it took before; what is known to be none of a bot's business fails with EPERM. The process goes
// on either way.
#pragma once

#include "referee/launch/descriptor.hpp"
#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

// For this process and all that it becomes or starts, for ever. Needs no_new_privs. Beyond the lists it
// depends on the plan:
// - confined: no locks on files, and nothing that tells what others do with them, because what it sees of the
//   machine's files others see too. About flock the kernel asks on `listener` (file_locks.hpp), if it can.
// - memory counted by the supervisor: no memory that nobody counts. Shared memory only in pieces of at most
//   kSharedPiece, which it can count, or as files in /tmp.
// - stoppable: no way to a SIGCONT, for those who are stopped by signals: to send one, to have the kernel
// send
//   one when time has passed, a message or input has come or a relative dies, and sessions, whose process
//   groups can be orphaned.
// 0, or an errno.
int install_filter(const LaunchPlan& plan, Descriptor& listener);

constexpr std::uint64_t kSharedPiece = std::uint64_t{1} << 20U;

}  // namespace quiver::launch
