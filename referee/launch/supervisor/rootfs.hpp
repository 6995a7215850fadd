// The files that a confined bot sees: the system, read-only; what its plan names, read-only; a /proc and a
// /dev of its own; and /tmp, the one place it can write to, which is no larger than it may be.
//
// Everything else of this machine is not there: no home folders, no other bot's files, nothing of the
// referee's. Needs a mount namespace of its own, in which the caller may mount.
#pragma once

#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

// Builds the root file system and moves into it. 0, or the errno of what could not be done.
int enter_rootfs(const LaunchPlan& plan);

}  // namespace quiver::launch
