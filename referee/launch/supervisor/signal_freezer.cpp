#include "referee/launch/supervisor/signal_freezer.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <fstream>
#include <string>
#include <unistd.h>

namespace quiver::launch {

namespace {

constexpr int kFirstLook = 1;        // ms
constexpr int kLastLook = 32;        // where it is one call to stop everybody
constexpr int kDearLook = 256;       // where all of /proc has to be searched
constexpr int kRounds = 50;          // until they are stopped, before others are listened to again
constexpr int kBetweenRounds = 100;  // µs
constexpr std::int64_t kWorthReporting = 20'000'000;  // ns
constexpr std::int64_t kRan = 100'000;                // more than it takes to be stopped

// -1 if there is no such process any more.
std::int64_t cpu_of(pid_t pid) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
  return std::int64_t{used.tv_sec} * 1'000'000'000 + used.tv_nsec;
}

// Stopped, dead, or waiting inside the kernel for somebody who is stopped: whoever runs there on its way out
// of a call comes upon the signal before it is back in its program.
bool rests(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= text.size()) return true;
  const char state = text[name_end + 2];
  return state != 'R' && state != 'S';
}

}  // namespace

void SignalFreezer::stop(pid_t first) {
  first_ = first;
  used_ = used_besides_ = reported_ = 0;
  seen_.clear();
  stopped_ = true;
  // First all at once, then their CPU time is noted, then until all rest.
  process_tree_.signal(SIGSTOP);
  for (const pid_t pid : process_tree_.members())
    if (const std::int64_t used = cpu_of(pid); used >= 0) seen_[pid] = used;
  for (int round = 0; round < kRounds && !all_stopped(); ++round) {
    usleep(kBetweenRounds);
    process_tree_.signal(SIGSTOP);
  }
  next_look_ = kFirstLook;
}

void SignalFreezer::go_on() {
  if (stopped_) count();
  stopped_ = false;
  process_tree_.signal(SIGCONT);
}

bool SignalFreezer::look() {
  const std::int64_t before = used_;
  process_tree_.signal(SIGSTOP);
  count();
  const int latest = process_tree_.is_cheap_to_find() ? kLastLook : kDearLook;
  // Exponential backoff while nobody runs.
  next_look_ = used_ - before > kRan ? kFirstLook : std::min(2 * next_look_, latest);
  if (used_ - reported_ < kWorthReporting) return false;
  reported_ = used_;
  return true;
}

void SignalFreezer::count() {
  for (const pid_t pid : process_tree_.members()) {
    const std::int64_t now = cpu_of(pid);
    if (now < 0) continue;
    // Somebody new has been started meanwhile, by one who should not have run.
    std::int64_t& seen = seen_[pid];
    const std::int64_t more = std::max<std::int64_t>(now - seen, 0);
    seen = now;
    used_ += more;
    if (pid != first_) used_besides_ += more;
  }
}

bool SignalFreezer::all_stopped() const {
  const std::vector<pid_t> all = process_tree_.members();
  return std::all_of(all.begin(), all.end(), rests);
}

}  // namespace quiver::launch
