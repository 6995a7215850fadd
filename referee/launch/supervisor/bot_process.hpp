// The process that becomes the bot: limited, without rights, filtered.
#pragma once

#include <optional>
#include <sys/types.h>

#include "referee/launch/descriptor.hpp"
#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

struct Failure {
  SetupStep step = SetupStep::kFork;
  int error = 0;
};

struct BotProcess {
  pid_t pid = -1;
  Descriptor go;        // a byte written here lets it go on
  Descriptor failures;  // what it has to say: see next_failure
};

// Waits for the next report of the process before it becomes the program. With an error: why it cannot.
// Without one: `listener` is where the kernel asks about calls that the filter leaves to the supervisor.
// None: the program runs.
std::optional<Failure> next_failure(const BotProcess& bot, Descriptor& listener);

// Forks; pid is -1 with errno set if that cannot be done. The process says on `control` that it waits, and
// hands over the listener: so the kernel tells quiver its number, which means something else in here. The bot
// itself gets neither.
BotProcess fork_bot(const LaunchPlan& plan, int control, int listener);

}  // namespace quiver::launch
