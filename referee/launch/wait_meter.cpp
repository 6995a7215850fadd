#include "referee/launch/wait_meter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/launch/cores/affinity.hpp"
#include "referee/launch/kernel_file.hpp"

namespace quiver::launch {

using base::Duration;

namespace {

// A turn of that length can afford a look at all threads.
constexpr Duration kLongTurn = std::chrono::milliseconds(5);
// Who used so much off its turn may have started threads.
constexpr Duration kOffTurnUse = std::chrono::milliseconds(1);
// Of more threads the waits of the others do not count.
constexpr std::size_t kMostThreads = 64;

std::string read_small(const Descriptor& file) {
  std::array<char, 256> text{};
  const ssize_t got = pread(file.get(), text.data(), text.size(), 0);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

std::string task_folder(pid_t process) { return "/proc/" + std::to_string(process) + "/task"; }

}  // namespace

WaitMeter::WaitMeter(List processes, Cpu cpu, const std::string& pressure)
    : processes_(std::move(processes)),
      cpu_(std::move(cpu)),
      pressure_file_(pressure.empty() ? -1 : open(pressure.c_str(), O_RDONLY | O_CLOEXEC)) {}

std::optional<Duration> WaitMeter::estimated(Duration known, Duration since, Duration passed) const {
  const bool is_cheap = reading_ == Reading::kCheap && !outdated_ && threads_.size() == 1;
  if (!is_cheap || passed >= kLongTurn || ran() < since) return std::nullopt;
  return known + (ran() - since);
}

void WaitMeter::begin_threads() {
  for (auto& [id, thread] : threads_) {
    const auto times = times_of(thread);
    outdated_ = outdated_ || !times;
    if (!times) continue;
    thread.before = *times;
    thread.ran = times->ran;
    thread.sleep = {};
  }
}

Duration WaitMeter::begin(base::Time now) {
  if (outdated_ || count_threads() != threads_.size()) find_threads(std::nullopt);
  begin_threads();
  const auto estimate = estimated(cpu_after_, ran_after_, now - ended_);
  const Duration cpu = estimate ? *estimate : cpu_();
  if (cpu - cpu_after_ >= kOffTurnUse) {
    find_threads(std::nullopt);
    begin_threads();
  }
  began_ = now;
  cpu_before_ = cpu_after_ = cpu;
  // With one thread its own times are exact.
  pressure_before_ = pressure_file_ && threads_.size() > 1 ? std::optional(pressure()) : std::nullopt;
  return cpu;
}

WaitMeter::Turn WaitMeter::read(base::Time now) {
  const Duration passed = std::max<Duration>(now - began_, Duration{0});
  const bool is_long = passed >= kLongTurn;
  if (is_long) find_threads(passed);
  std::vector<ThreadTimes> all;
  for (auto& [id, thread] : threads_) {
    auto times = times_of(thread);
    if (!times) {
      outdated_ = true;
      continue;
    }
    thread.ran = times->ran;
    times->ran -= thread.before.ran;
    times->waited -= thread.before.waited;
    thread.sleep.note(times->ran, passed - times->ran - times->waited);
    times->asleep = thread.sleep.asleep();
    times->runnable = is_long && is_runnable(thread.process, id);
    all.push_back(*times);
  }
  // After the threads, so that what they wait for each other meanwhile is in it.
  const Duration ran_before = threads_.size() == 1 ? threads_.begin()->second.before.ran : Duration{0};
  const auto estimate = estimated(cpu_before_, ran_before, passed);
  cpu_after_ = estimate ? *estimate : cpu_();
  ran_after_ = threads_.size() == 1 ? ran() : Duration{0};
  ended_ = now;
  outdated_ = outdated_ || is_long;
  Turn turn{std::max(cpu_after_ - cpu_before_, Duration{0}), std::nullopt};
  if (all.empty()) return turn;
  Starvation& found = turn.starvation.emplace(starvation_of(all, cpu_after_ - cpu_before_, passed));
  if (!is_long) found.busy = 1;  // of a short turn that says little
  if (pressure_before_) {
    const Duration wait = std::clamp(pressure() - *pressure_before_, found.wait, passed);
    found.unsettled = std::max(found.unsettled - (wait - found.wait), Duration{0});
    found.wait = wait;
  }
  return turn;
}

void WaitMeter::find_threads(std::optional<Duration> in_turn) {
  std::map<pid_t, Thread> found;
  std::map<pid_t, Descriptor> folders;
  for (const pid_t process : processes_()) {
    const std::string folder = task_folder(process);
    folders.emplace(process, Descriptor(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)));
    for (const pid_t id : threads_of(process)) {
      if (found.size() >= kMostThreads) break;
      if (const auto known = threads_.find(id); known != threads_.end() && times_of(known->second)) {
        found.emplace(id, std::move(known->second));
        continue;
      }
      const std::string file = folder + "/" + std::to_string(id) + "/schedstat";
      Thread thread{process, Descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC))};
      const auto times = times_of(thread);
      if (!times) continue;
      // Started in this turn, as far as its times can tell; else what came before does not count.
      if (!in_turn || times->ran + times->waited > *in_turn) thread.before = *times;
      found.emplace(id, std::move(thread));
    }
  }
  threads_ = std::move(found);
  task_folders_ = std::move(folders);
  outdated_ = false;
}

// "RAN WAITED TIMES", in nanoseconds.
std::optional<ThreadTimes> WaitMeter::times_of(const Thread& thread) {
  const std::string text = read_small(thread.schedstat);
  std::int64_t ran = 0;
  std::int64_t waited = 0;
  const auto [space, status] = std::from_chars(text.data(), text.data() + text.size(), ran);
  if (status != std::errc() || space == text.data() + text.size()) return std::nullopt;
  if (std::from_chars(space + 1, text.data() + text.size(), waited).ec != std::errc()) return std::nullopt;
  return ThreadTimes{Duration{ran}, Duration{waited}, Duration{0}, false};
}

bool WaitMeter::is_runnable(pid_t process, pid_t thread) {
  const std::string text = read_kernel_file(task_folder(process) + "/" + std::to_string(thread) + "/stat");
  const std::size_t name_end = text.rfind(')');  // a name may hold anything, brackets and spaces too
  return name_end != std::string::npos && name_end + 2 < text.size() && text[name_end + 2] == 'R';
}

std::size_t WaitMeter::count_threads() const {
  std::size_t all = 0;
  for (const auto& [process, folder] : task_folders_) {
    struct stat about {};
    // The kernel counts a folder for each thread among its links.
    if (fstat(folder.get(), &about) == 0 && about.st_nlink > 2) all += about.st_nlink - 2;
  }
  return std::min(all, kMostThreads);
}

// "full avg10=0.00 avg60=0.00 avg300=0.00 total=N", in microseconds.
Duration WaitMeter::pressure() const {
  const std::string text = read_small(pressure_file_);
  constexpr std::string_view kTotal = "total=";
  const std::size_t full = text.find("full ");
  const std::size_t at = full == std::string::npos ? full : text.find(kTotal, full);
  std::int64_t micros = 0;
  if (at != std::string::npos)
    std::from_chars(text.data() + at + kTotal.size(), text.data() + text.size(), micros);
  return std::chrono::microseconds(micros);
}

}  // namespace quiver::launch
