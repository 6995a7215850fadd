#include "referee/launch/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;

namespace {

// What programs expect; the referee itself may have far more.
constexpr rlim_t kUsualFiles = 1024;

// Both ends close on exec.
struct Pipe {
  int read = -1;
  int write = -1;

  bool open(int flags) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | flags) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  void close() {
    for (int* end : {&read, &write})
      if (*end >= 0) ::close(std::exchange(*end, -1));
  }
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

// `more` lies between the limit that warns and the one that kills.
void limit(int what, rlim_t value, rlim_t more = 0) {
  const rlimit both{value, value + more};
  setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

base::Duration duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

// Everything the child needs, made before the fork: after it only calls that are safe there.
struct Prepared {
  std::vector<std::string> words;
  std::vector<std::string> settings;
  std::vector<char*> argv;
  std::vector<char*> envp;
};

[[noreturn]] void become(const Command& command, const Prepared& prepared, int output, int errors,
                         pid_t referee) {
  const auto give_up = [&] {
    const int code = errno;
    const ssize_t told = write(errors, &code, sizeof code);
    _exit(told == sizeof code ? 126 : 125);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != referee) _exit(125);  // it died before the line above
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
      dup2(output, STDERR_FILENO) < 0 || chdir(command.folder.c_str()) != 0)
    give_up();
  // Nothing of the referee's stays open in a bot: not its sockets, not another bot's pipe.
  syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */);
  limit(RLIMIT_CORE, 0, 0);
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = std::min<rlim_t>(kUsualFiles, files.rlim_max);
    setrlimit(RLIMIT_NOFILE, &files);
  }
  // Private memory that can be written to, not addresses: many runtimes reserve far more than they use.
  if (command.limits.memory_bytes) limit(RLIMIT_DATA, *command.limits.memory_bytes);
  if (command.limits.cpu) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*command.limits.cpu).count();
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::max<std::int64_t>(1, seconds)), 1);
  }
  execve(command.program.c_str(), prepared.argv.data(), prepared.envp.data());
  give_up();
  _exit(125);
}

// 0 if the program runs, else the errno of what failed in the child.
int exec_error(int errors) {
  int code = 0;
  ssize_t got = 0;
  do got = read(errors, &code, sizeof code);
  while (got < 0 && errno == EINTR);
  return got == sizeof code ? code : 0;
}

}  // namespace

void prepare_this_process() {
  // Output that nobody reads is an error where it is written; bots must not be left behind.
  std::signal(SIGPIPE, SIG_IGN);
  // Whoever started us may have ignored it, and then nobody's end could be told.
  std::signal(SIGCHLD, SIG_DFL);
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

std::optional<std::string> Exit::broken_limit() const {
  const bool out_of_cpu = signal == SIGXCPU || (signal == SIGKILL && limits.cpu && cpu >= *limits.cpu);
  if (out_of_cpu && limits.cpu) return "CPU limit of " + base::format_duration(*limits.cpu);
  // A refused allocation ends most programs; one that had nearly all it may have died of that.
  const bool failed = signal != 0 || status != 0;
  if (failed && limits.memory_bytes && peak_memory_bytes >= *limits.memory_bytes / 4 * 3)
    return "memory limit of " + std::to_string(*limits.memory_bytes >> 20U) + " MiB";
  return std::nullopt;
}

std::string Exit::sentence() const {
  if (signal == 0) return "exit status " + std::to_string(status);
  return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

Result<Process> Process::spawn(const Command& command) {
  Prepared prepared{{command.program}, {}, {}, {}};
  prepared.words.insert(prepared.words.end(), command.arguments.begin(), command.arguments.end());
  for (const auto& [name, value] : command.environment) prepared.settings.push_back(name + "=" + value);
  prepared.argv = pointers(prepared.words);
  prepared.envp = pointers(prepared.settings);

  Pipe output;
  Pipe errors;
  if (!output.open(0) || !errors.open(0)) {
    output.close();
    return bad_input(std::string("no pipe for a bot: ") + std::strerror(errno));
  }
  const pid_t self = getpid();
  const pid_t pid = fork();
  if (pid == 0) become(command, prepared, output.write, errors.write, self);
  const int fork_error = errno;
  ::close(std::exchange(output.write, -1));
  ::close(std::exchange(errors.write, -1));
  const int failed = pid < 0 ? fork_error : exec_error(errors.read);
  errors.close();
  const int end = pid < 0 ? -1 : static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (pid < 0 || failed != 0 || end < 0) {
    const int code = failed != 0 ? failed : errno;
    output.close();
    if (end >= 0) ::close(end);
    if (pid > 0) ::kill(pid, SIGKILL), waitpid(pid, nullptr, 0);
    return bad_input(base::quoted(command.program) + " cannot be started: " + std::strerror(code));
  }
  setpgid(pid, pid);  // the child does it too: whoever comes first
  fcntl(output.read, F_SETFL, O_NONBLOCK);
  fcntl(end, F_SETFD, FD_CLOEXEC);
  return Process(pid, end, output.read, command.limits);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      end_(std::exchange(other.end_, -1)),
      output_(std::exchange(other.output_, -1)),
      limits_(other.limits_) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(end_, other.end_);
  std::swap(output_, other.output_);
  std::swap(limits_, other.limits_);
  return *this;
}

Process::~Process() {
  if (pid_ > 0) {
    kill();
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (end_ >= 0) close(end_);
  if (output_ >= 0) close(output_);
}

void Process::kill() {
  if (pid_ > 0 && ::kill(-pid_, SIGKILL) != 0) ::kill(pid_, SIGKILL);
}

std::optional<Exit> Process::reap() {
  if (pid_ < 0) return std::nullopt;
  siginfo_t info{};
  // First look without reaping: while the leader is not reaped, its group's number is nobody else's.
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
    return std::nullopt;
  ::kill(-pid_, SIGKILL);
  int status = 0;
  rusage usage{};
  if (wait4(pid_, &status, 0, &usage) != pid_) return std::nullopt;
  pid_ = -1;
  return Exit{WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
              static_cast<std::uint64_t>(usage.ru_maxrss) * 1024,
              duration(usage.ru_utime) + duration(usage.ru_stime), limits_};
}

}  // namespace quiver::launch
