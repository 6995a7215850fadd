// The process that becomes the bot: limited, without rights, filtered.
#pragma once

#include <sys/types.h>

#include "referee/launch/descriptor.hpp"
#include "referee/launch/plan.hpp"

namespace quiver::launch {

struct Failure {
  Step step = Step::kFork;
  int error = 0;
};

struct BotProcess {
  pid_t pid = -1;
  Descriptor go;        // a byte written here lets it go on
  Descriptor failures;  // a Failure, or its end when the program runs
};

// Forks; pid is -1 with errno set if that cannot be done. The process says on `control` that it waits, and
// hands over the door: so the kernel tells quiver its number, which means something else in here. The bot
// itself gets neither.
BotProcess fork_bot(const Plan& plan, int control, int door);

}  // namespace quiver::launch
