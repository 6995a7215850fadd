// The system calls that no bot needs, refused: tracing, mounting, keys, modules, raw sockets, namespaces.
//
// A list of what is refused and not of what is allowed, because bots come in every language, and a runtime
// that asks for something harmless must not die of it. A refused call fails with EPERM; the process goes on.
#pragma once

namespace quiver::launch {

// For this process and all that it becomes or starts, for ever. Needs no_new_privs. `stoppable` also refuses
// what the kernel could be asked to send a SIGCONT by while everybody is stopped: timers with signals, queues
// that notify, signals of one's choice for input. 0, or an errno.
int install_filter(bool stoppable);

}  // namespace quiver::launch
