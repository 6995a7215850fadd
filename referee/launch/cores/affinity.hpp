// Which processors this process was given, and which of them threads may run on: the system calls of --pin.
//
// Any thread.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "referee/launch/cores/core_pool.hpp"

namespace quiver::launch {

// The processors that the calling thread may run on: by its affinity mask (taskset), which a cpuset of its
// control group limits. With their physical cores, as far as the kernel tells them. Never empty.
std::vector<Cpu> own_cpus();

// Of one thread; 0 is the calling one. False with errno set.
bool run_thread_on(pid_t thread, const Cores& cores);

// Of all threads of these processes, also of those that are started meanwhile. A process that is gone does not
// count. False if the kernel refuses one.
bool run_processes_on(const std::vector<pid_t>& processes, const Cores& cores);

// The threads of a process; empty if it is gone.
std::vector<pid_t> threads_of(pid_t process);

}  // namespace quiver::launch
