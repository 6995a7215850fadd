#include "referee/launch/terminal_program.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;

namespace {

constexpr int kTimeToExit = 1000;  // ms

// Everything that exec needs, made before the fork: after it nothing may be allocated.
class Words {
 public:
  explicit Words(const TerminalCommand& command) {
    arguments_.push_back(command.program);
    arguments_.insert(arguments_.end(), command.arguments.begin(), command.arguments.end());
    for (char** one = environ; *one != nullptr; ++one) {
      const std::string text = *one;
      if (!command.environment.contains(text.substr(0, text.find('=')))) environment_.push_back(text);
    }
    for (const auto& [name, value] : command.environment) environment_.push_back(name + "=" + value);
    argv_ = pointers(arguments_);
    envp_ = pointers(environment_);
  }

  void execute() const { execve(argv_[0], argv_.data(), envp_.data()); }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    for (std::string& word : words) out.push_back(word.data());
    out.push_back(nullptr);
    return out;
  }

  std::vector<std::string> arguments_;
  std::vector<std::string> environment_;
  std::vector<char*> argv_;
  std::vector<char*> envp_;
};

base::Error failure(const TerminalCommand& command, int error) {
  return bad_input(base::quoted(command.program) + " cannot be started: " + std::strerror(error));
}

void reset_signals(const sigset_t& mask) {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
}

// Between fork and exec: only async-signal-safe calls.
[[noreturn]] void run_child(const Words& words, pid_t parent, const sigset_t& mask) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(125);  // it was gone before we could ask to be told
  reset_signals(mask);
  syscall(SYS_close_range, 3U, ~0U, 0U);  // the referee's sockets are not for it
  words.execute();
  _exit(126);
}

}  // namespace

Result<TerminalProgram> TerminalProgram::start(const TerminalCommand& command) {
  if (access(command.program.c_str(), X_OK) != 0) return failure(command, errno);
  const Words words(command);
  const pid_t parent = getpid();
  // A signal between here and exec would run our handlers in the wrong process.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  const int error = errno;
  if (pid == 0) run_child(words, parent, before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return failure(command, error);
  TerminalProgram program(pid, Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))));
  if (!program.end_) return failure(command, errno);
  return program;
}

TerminalProgram::TerminalProgram(TerminalProgram&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), end_(std::move(other.end_)), status_(other.status_) {}

TerminalProgram::~TerminalProgram() { stop(); }

int TerminalProgram::wait() {
  while (pid_ > 0) {
    const pid_t got = waitpid(pid_, &status_, 0);
    if (got == pid_ || (got < 0 && errno != EINTR)) pid_ = -1;
  }
  return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

void TerminalProgram::stop() {
  if (pid_ <= 0) return;
  pollfd ended{end_.get(), POLLIN, 0};
  // First a second to end by itself, then SIGTERM and another second, then SIGKILL.
  for (const int signal : {SIGTERM, SIGKILL})
    if (poll(&ended, 1, kTimeToExit) <= 0) ::kill(pid_, signal);
  wait();
}

base::Error become(const TerminalCommand& command) {
  Words(command).execute();
  return failure(command, errno);
}

}  // namespace quiver::launch
