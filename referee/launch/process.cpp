#include "referee/launch/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/cores/affinity.hpp"
#include "referee/launch/kernel_file.hpp"
#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

namespace {

// For a supervisor that was told to end; the bot cannot keep it from that.
constexpr int kTimeToEnd = 5000;  // ms

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes >> 20U) + " MiB"; }

std::string memory_sentence(const ResourceLimits& limits) {
  return "memory limit of " + mebibytes(*limits.memory_bytes);
}

std::string process_sentence(const ResourceLimits& limits) {
  return "process limit of " + std::to_string(*limits.processes);
}

// What was said before the supervisor ended.
std::optional<Report> last_report(int control) {
  Report report;
  while (recv(control, &report, sizeof report, MSG_DONTWAIT) == sizeof report)
    if (report.event == SupervisorEvent::kEnded) return report;
  return std::nullopt;
}

void wait_for(pid_t pid) {
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// Kernels without CONFIG_PROC_CHILDREN name nobody.
void add_descendants(pid_t process, std::vector<int>& all) {
  for (const pid_t thread : threads_of(process)) {
    std::istringstream in(read_kernel_file("/proc/" + std::to_string(process) + "/task/" +
                                           std::to_string(thread) + "/children"));
    for (int child = 0; in >> child;) {
      all.push_back(child);
      add_descendants(child, all);
    }
  }
}

}  // namespace

void prepare_this_process() {
  // Output that nobody reads is an error where it is written; bots must not be left behind.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not grow
  // Whoever started us may have ignored it, and then nobody's end could be told.
  std::signal(SIGCHLD, SIG_DFL);
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

std::optional<std::string> Exit::broken_limit() const {
  if (out_of_memory && limits.memory_bytes) return memory_sentence(limits);
  if (out_of_processes && limits.processes) return process_sentence(limits);
  const bool out_of_cpu = signal == SIGXCPU || (signal == SIGKILL && limits.cpu && cpu >= *limits.cpu);
  if (out_of_cpu && limits.cpu) return "CPU limit of " + base::format_duration(*limits.cpu);
  // A refused allocation ends most programs; one that had nearly all it may have died of that.
  const bool failed = signal != 0 || status != 0;
  if (failed && limits.memory_bytes && peak_memory_bytes >= *limits.memory_bytes / 4 * 3)
    return memory_sentence(limits);
  return std::nullopt;
}

std::string Exit::sentence() const {
  if (signal == 0) return "exit status " + std::to_string(status);
  return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

Process::Process(Process&& other) noexcept
    : supervisor_(std::exchange(other.supervisor_, -1)),
      bot_(other.bot_),
      confined_(other.confined_),
      control_(std::move(other.control_)),
      end_(std::move(other.end_)),
      output_(std::move(other.output_)),
      listener_(std::move(other.listener_)),
      cgroup_(std::exchange(other.cgroup_, std::nullopt)),
      freezer_(std::exchange(other.freezer_, std::nullopt)),
      limit_mechanism_(std::move(other.limit_mechanism_)),
      limits_(other.limits_) {}

Process::~Process() { end(); }

void Process::end() {
  if (supervisor_ <= 0) return;
  kill();
  pollfd ended{end_.get(), POLLIN, 0};
  // The supervisor had its time: the group kills what it could not.
  if (!confined_ && end_ && poll(&ended, 1, kTimeToEnd) == 0 && cgroup_) cgroup_->kill();
  ::kill(supervisor_, SIGKILL);
  wait_for(std::exchange(supervisor_, -1));
}

void Process::kill() {
  if (supervisor_ <= 0) return;
  // The first process of a namespace takes all others with it. Without one the supervisor has to find them.
  if (confined_)
    ::kill(supervisor_, SIGKILL);
  else
    send_command(static_cast<std::uint32_t>(SupervisorCommand::kKill));
}

void Process::freeze(bool frozen) {
  awake_since_.reset();
  woken_at_.reset();
  // Whoever is let go on may run at once, and this process only later: what it used is read before.
  const base::Duration used = frozen_at_ ? cpu() - *frozen_at_ : base::Duration{0};
  if (freezer_ && freezer_->set(frozen)) {
    note_used(used);
    frozen_at_ = frozen ? std::optional(cpu()) : std::nullopt;
    if (!frozen) awake_since_ = std::chrono::steady_clock::now();
    return;
  }
  if (!frozen) ++thaws_;
  send_command(static_cast<std::uint32_t>(frozen ? SupervisorCommand::kFreeze : SupervisorCommand::kThaw));
}

void Process::note_used(base::Duration used) {
  // What it takes to stop is not the bot's: taken off once for each time it was frozen.
  used_before_ += std::max(used - kToStop, base::Duration{0});
  frozen_used_ = base::Duration{0};
  besides_before_ += std::exchange(besides_, base::Duration{0});
}

bool Process::listen(bool answered) {
  Report report;
  ssize_t got = 0;
  // Its last word is for reap().
  // A peek: kEnded stays in the socket until reap() reads it.
  while ((got = recv(control_.get(), &report, sizeof report, MSG_DONTWAIT | MSG_PEEK)) == sizeof report &&
         report.event != SupervisorEvent::kEnded) {
    recv(control_.get(), &report, sizeof report, MSG_DONTWAIT);
    frozen_used_ = base::Duration{report.cpu_nanos};
    if (!cgroup_) besides_ = base::Duration{report.besides_nanos};
    if (report.event == SupervisorEvent::kUsed) continue;
    const base::Time when{base::Duration{report.time_nanos}};
    // With several thaws under way it is not known which one this is: only the last one counts.
    if (report.event == SupervisorEvent::kWaking && thaws_ == 1) woken_at_ = when;
    if (report.event != SupervisorEvent::kAwake) continue;
    note_used(frozen_used_);
    if (thaws_ > 0 && --thaws_ == 0) awake_since_ = when;
  }
  if (answered && !awake_since_ && woken_at_) awake_since_ = woken_at_;
  return got < 0 && (errno == EAGAIN || errno == EINTR);
}

base::Duration Process::used_frozen() const {
  const base::Duration now = frozen_at_ ? cpu() - *frozen_at_ : frozen_used_;
  return used_before_ + std::max(now - kToStop, base::Duration{0});
}

void Process::send_command(std::uint32_t what) const {
  if (control_) send(control_.get(), &what, sizeof what, MSG_NOSIGNAL | MSG_DONTWAIT);
}

std::optional<Exit> Process::reap() {
  if (supervisor_ <= 0) return std::nullopt;
  int status = 0;
  if (waitpid(supervisor_, &status, WNOHANG) != supervisor_) return std::nullopt;
  supervisor_ = -1;
  const auto report = last_report(control_.get());
  if (!report && !confined_) {  // somebody killed the supervisor: what was below it is on its own
    if (cgroup_) cgroup_->kill();
    if (freezer_) freezer_->kill();
    // The bot leads a process group of its own: all of it, or else the bot alone.
    if (bot_ > 0 && ::kill(-bot_, SIGKILL) != 0) ::kill(bot_, SIGKILL);
  }
  if (report) status = report->status;
  Exit exit;
  exit.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  exit.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  exit.limits = limits_;
  if (report) {
    exit.peak_memory_bytes = report->peak_memory_bytes;
    exit.cpu = base::Duration{report->cpu_nanos};
    exit.out_of_processes = report->too_many_processes != 0;
    exit.out_of_memory = report->too_much_memory != 0;
  }
  if (freezer_) exit.cpu = freezer_->cpu();
  freezer_.reset();
  if (cgroup_) {
    exit.out_of_memory = cgroup_->out_of_memory();
    exit.out_of_processes = cgroup_->out_of_processes();
    exit.peak_memory_bytes = 0;  // the kernel has said whether it was too much
    exit.cpu = cgroup_->cpu();
    cgroup_.reset();
  }
  return exit;
}

base::Duration Process::cpu() const {
  if (cgroup_) return cgroup_->cpu();
  if (freezer_) return freezer_->cpu();
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(bot_, &clock) != 0 || clock_gettime(clock, &used) != 0) return base::Duration{0};
  return std::chrono::seconds(used.tv_sec) + base::Duration{used.tv_nsec};
}

std::vector<int> Process::members() const {
  if (freezer_) return processes_in(freezer_->folder());
  if (cgroup_) return cgroup_->processes();
  std::vector<int> all;
  if (supervisor_ > 0) add_descendants(supervisor_, all);
  return all;
}

std::string Process::pressure_file() const { return freezer_ ? freezer_->folder() + "/cpu.pressure" : ""; }

bool Process::run_on(const Cores& cores) const { return run_processes_on(members(), cores); }

std::optional<std::string> Process::broken_limit() const {
  if (!cgroup_) return std::nullopt;
  if (limits_.memory_bytes && cgroup_->out_of_memory()) return memory_sentence(limits_);
  if (limits_.processes && cgroup_->out_of_processes()) return process_sentence(limits_);
  // One process is stopped by its rlimit; several may use more together.
  if (limits_.cpu && cgroup_->cpu() >= *limits_.cpu + std::chrono::seconds(1))
    return "CPU limit of " + base::format_duration(*limits_.cpu);
  return std::nullopt;
}

std::string Process::limit_mechanism() const { return limit_mechanism_; }

}  // namespace quiver::launch
