#include "bots/host/process.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::bots::host {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  close();
  number_ = other.release();
  return *this;
}

int Descriptor::release() { return std::exchange(number_, -1); }

void Descriptor::close() {
  if (number_ >= 0) ::close(release());
}

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(number);
}

std::string Death::words() const {
  return by_signal ? "was ended by " + signal_name(number) : "ended with status " + std::to_string(number);
}

int poll_timeout(base::Time until) {
  using std::chrono::milliseconds;
  const base::Time now = std::chrono::steady_clock::now();
  if (until <= now) return 0;  // Time::min() is too far from now for a Duration
  return static_cast<int>(
      std::min(std::chrono::ceil<milliseconds>(until - now), milliseconds(3'600'000)).count());
}

namespace {

// What only a bot of the referee's own has to know.
constexpr const char* kOurs[] = {"QUIVER_ADDRESS", "QUIVER_TOKEN", "QUIVER_TOKEN_FILE", "QUIVER_CA"};

void place(int from, int to) {
  if (from == to)
    fcntl(to, F_SETFD, 0);
  else
    dup2(from, to);
}

// In the child: never returns. The host has one thread, so anything may be called here.
[[noreturn]] void become(const Command& command, char* const* argv, pid_t parent, int report) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const char* name : kOurs) unsetenv(name);
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  report = fcntl(report, F_DUPFD_CLOEXEC,
                 std::max(command.line_as, STDERR_FILENO) + 1);  // nothing is placed on it
  place(command.in >= 0 ? command.in : open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  if (command.out >= 0) place(command.out, STDOUT_FILENO);
  if (command.line >= 0) place(command.line, command.line_as);
  execvp(argv[0], argv);
  const int error = errno;
  [[maybe_unused]] const auto told = write(report, &error, sizeof error);
  _exit(127);
}

// The processes whose parent is this one: what a player has left behind comes to us.
std::vector<pid_t> own_children() {
  std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; list >> child;) children.push_back(child);
  return children;
}

// Orphans of the player are re-parented to this process, which is a subreaper; killing one may bring its
// children, hence the rounds.
void end_what_is_left() {
  constexpr int kMostRounds = 1000;  // each one ends a generation
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<pid_t> children = own_children();
    if (children.empty()) return;
    for (const pid_t child : children) kill(child, SIGKILL);
    for (const pid_t child : children) waitpid(child, nullptr, 0);
  }
}

}  // namespace

// The pipe is closed by a successful exec (O_CLOEXEC), so reading from it tells success from failure.
Process::Process(const Command& command) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto fail = [&](int error) {
    const std::string file = std::filesystem::path(command.words.at(0)).filename().string();
    throw std::runtime_error(base::quoted(file) + " cannot be started: " + std::strerror(error));
  };
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(errno);
  Descriptor failed(ends[0]);
  Descriptor report(ends[1]);
  std::vector<std::string> words = command.words;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  sigset_t deaths;
  sigemptyset(&deaths);
  sigaddset(&deaths, SIGCHLD);
  sigprocmask(SIG_BLOCK, &deaths, nullptr);
  watch_ = Descriptor(signalfd(-1, &deaths, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!watch_) fail(errno);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) fail(errno);
  if (pid_ == 0) become(command, argv.data(), parent, report.get());
  setpgid(pid_, pid_);
  report.close();
  int error = 0;
  if (read(failed.get(), &error, sizeof error) != sizeof error) return;
  end();
  fail(error);
}

Process::~Process() { end(); }

std::optional<Death> Process::death() {
  if (death_ || pid_ < 0) return death_;
  signalfd_siginfo heard{};
  while (read(watch_.get(), &heard, sizeof heard) > 0) continue;  // before the look: nothing gets lost
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_)
    death_ = WIFSIGNALED(status) ? Death{true, WTERMSIG(status)} : Death{false, WEXITSTATUS(status)};
  return death_;
}

std::optional<Death> Process::death_until(base::Time until) {
  while (!death()) {
    pollfd waiting{watch_.get(), POLLIN, 0};
    if (poll(&waiting, 1, poll_timeout(until)) == 0) return death();
  }
  return death_;
}

void Process::end() {
  if (pid_ < 0) return;
  if (!death()) {
    kill(pid_, SIGKILL);  // the group may not be there yet
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  } else {
    kill(-pid_, SIGKILL);
  }
  end_what_is_left();
  pid_ = -1;
  watch_.close();
}

}  // namespace quiver::bots::host
