#include "referee/launch/cores/affinity.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <memory>
#include <sched.h>
#include <set>

#include "referee/launch/kernel_file.hpp"

namespace quiver::launch {

namespace {

namespace fs = std::filesystem;

constexpr int kMostCpus = 8192;
// Each finds the threads that were started during the one before, by threads that had not been moved yet.
constexpr int kMostRounds = 20;

struct FreeSet {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};
using CpuSet = std::unique_ptr<cpu_set_t, FreeSet>;

// The first hardware thread of the same physical core, which stands for it; itself if nobody tells.
int core_of(int cpu) {
  const std::string text = read_kernel_file("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                                            "/topology/thread_siblings_list");
  int first = cpu;
  std::from_chars(text.data(), text.data() + text.size(), first);
  return first;
}

}  // namespace

std::vector<Cpu> own_cpus() {
  const CpuSet set(CPU_ALLOC(kMostCpus));
  const std::size_t size = CPU_ALLOC_SIZE(kMostCpus);
  std::vector<Cpu> cpus;
  if (set && sched_getaffinity(0, size, set.get()) == 0)
    for (int cpu = 0; cpu < kMostCpus; ++cpu)
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), size, set.get()) != 0) cpus.push_back({cpu, core_of(cpu)});
  if (cpus.empty()) cpus.push_back({0, 0});
  return cpus;
}

bool run_thread_on(pid_t thread, const Cores& cores) {
  const CpuSet set(CPU_ALLOC(kMostCpus));
  const std::size_t size = CPU_ALLOC_SIZE(kMostCpus);
  if (!set) return false;
  CPU_ZERO_S(size, set.get());
  for (const int cpu : cores) CPU_SET_S(static_cast<std::size_t>(cpu), size, set.get());
  return sched_setaffinity(thread, size, set.get()) == 0;
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  std::error_code error;
  fs::directory_iterator it("/proc/" + std::to_string(process) + "/task", error);
  for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    pid_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    if (thread > 0) threads.push_back(thread);
  }
  return threads;
}

bool run_processes_on(const std::vector<pid_t>& processes, const Cores& cores) {
  std::set<pid_t> done;
  bool good = true;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::size_t before = done.size();
    for (const pid_t process : processes)
      for (const pid_t thread : threads_of(process))
        if (done.insert(thread).second && !run_thread_on(thread, cores) && errno != ESRCH) good = false;
    if (done.size() == before) break;
  }
  return good;
}

}  // namespace quiver::launch
