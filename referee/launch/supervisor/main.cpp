// quiver-supervisor: the process between quiver and a bot. Nobody calls it by hand.
//
// It is started with the plan on descriptor 4 and a socket to quiver on descriptor 3; its output is the
// bot's. Confined, it is the first process of namespaces that it fills with what the bot may see. It ends,
// and takes everything below it along, when the bot ends or when quiver does, which shows as the end of
// the socket: so whatever happens to quiver, nothing of a bot's is left.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/launch/supervisor/bot_process.hpp"
#include "referee/launch/supervisor/file_locks.hpp"
#include "referee/launch/supervisor/private_listener.hpp"
#include "referee/launch/supervisor/process_tree.hpp"
#include "referee/launch/supervisor/rootfs.hpp"
#include "referee/launch/supervisor/signal_freezer.hpp"

namespace quiver::launch {

namespace {

constexpr int kControl = 3;
constexpr int kPlan = 4;
constexpr int kBetweenCounts = 100;  // ms
constexpr int kBetweenLocks = 10;

std::string read_all(int file) {
  std::string all;
  std::array<char, 16384> piece{};
  ssize_t got = 0;
  while ((got = read(file, piece.data(), piece.size())) > 0)
    all.append(piece.data(), static_cast<std::size_t>(got));
  return all;
}

void say(const Report& report, int flags = 0) {
  send(kControl, &report, sizeof report, MSG_NOSIGNAL | flags);
}

std::int64_t nanos_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

[[noreturn]] void give_up(SetupStep step, int error) {
  Report report;
  report.step = step;
  report.error = error;
  say(report);
  _exit(1);
}

// The next command; none if quiver is gone.
std::optional<SupervisorCommand> next_command(int flags) {
  SupervisorCommand command{};
  ssize_t got = 0;
  do got = recv(kControl, &command, sizeof command, flags);
  while (got < 0 && errno == EINTR);
  if (got != sizeof command) return std::nullopt;
  return command;
}

// The life of one supervisor: start, watch, end, report.
class Supervisor {
 public:
  explicit Supervisor(LaunchPlan plan)
      : plan_(std::move(plan)), process_tree_(plan_.confined), stopping_(process_tree_) {}

  int run() {
    start();
    watch();
    process_tree_.end();
    report_end();
    return 0;
  }

 private:
  void start() {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    // SIGCHLD comes through a descriptor, so that one poll() waits for everything.
    sigprocmask(SIG_BLOCK, &child, nullptr);
    children_ = Descriptor(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!children_) give_up(SetupStep::kFork, errno);
    if (plan_.confined && !switch_loopback_on()) give_up(SetupStep::kNetwork, errno);
    Descriptor listener = open_private_listener();
    if (!listener) give_up(SetupStep::kNetwork, errno);
    plan_.environment.push_back("QUIVER_ADDRESS=quiver://127.0.0.1:" + std::to_string(port_of(listener)));
    if (plan_.confined)
      if (const int error = enter_rootfs(plan_); error != 0) give_up(SetupStep::kMounts, error);
    BotProcess bot = fork_bot(plan_, kControl, listener.get());
    if (bot.pid < 0) give_up(SetupStep::kFork, errno);
    bot_ = bot.pid;
    be_silent();
    listener.close();
    // The bot waits until quiver has put it into its control group: nothing of it runs uncounted.
    if (next_command(0) != SupervisorCommand::kGo || write(bot.go.get(), "!", 1) != 1) {
      process_tree_.end();
      _exit(0);
    }
    tell_whether_it_runs(bot);
  }

  // The bot's output ends with the bot.
  static void be_silent() {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int output : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, output);
    close(nothing);
  }

  void tell_whether_it_runs(const BotProcess& bot) {
    Descriptor listener;
    while (const auto said = next_failure(bot, listener))
      if (said->error != 0) {
        process_tree_.end();
        give_up(said->step, said->error);
      }
    locks_.emplace(std::move(listener), "/tmp");
    Report report;
    report.event = SupervisorEvent::kRunning;
    say(report);
  }

  // Until the bot has ended, or nobody wants it any more.
  void watch() {
    std::array<pollfd, 3> sources{
        {{kControl, POLLIN, 0}, {children_.get(), POLLIN, 0}, {locks_->descriptor(), POLLIN, 0}}};
    while (!ended_) {
      const int ready = poll(sources.data(), sources.size(), timeouts());
      if (ready < 0 && errno != EINTR) return;
      count();
      if (too_many_ || too_large_) return;
      if (stopping_.stopped() && stopping_.look()) say_used(SupervisorEvent::kUsed);
      locks_->retry();
      if (ready <= 0) continue;
      if ((sources[2].revents & POLLIN) != 0) locks_->answer();
      if ((sources[2].revents & (POLLHUP | POLLERR)) != 0)
        sources[2].fd = -1;  // nobody is left who could ask
      if (sources[1].revents != 0) reap();
      if (sources[0].revents != 0 && !ended_ && !obey()) return;
    }
  }

  // Ten times a second, however often something happens.
  void count() {
    if (!counts() || nanos_now() < next_count_) return;
    if (plan_.processes != 0 && process_tree_.count() > plan_.processes) too_many_ = true;
    // The kernel counts memory that can be shared for nobody.
    if (plan_.memory_bytes != 0 && process_tree_.memory(plan_.filtered) > plan_.memory_bytes)
      too_large_ = true;
    next_count_ = nanos_now() + std::int64_t{kBetweenCounts} * 1'000'000;
  }
  [[nodiscard]] bool counts() const { return plan_.processes != 0 || plan_.memory_bytes != 0; }

  // How long to wait for something to happen.
  [[nodiscard]] int timeouts() const {
    int least = counts() ? kBetweenCounts : -1;
    const auto soon = [&least](int millis) { least = least < 0 ? millis : std::min(least, millis); };
    if (stopping_.stopped()) soon(stopping_.next_look());
    if (locks_->waits()) soon(kBetweenLocks);
    return least;
  }

  void reap() {
    signalfd_siginfo ignored{};
    while (read(children_.get(), &ignored, sizeof ignored) > 0) {
    }
    int status = 0;
    // As a subreaper it also gets orphans of the bot; all are reaped.
    for (pid_t gone = 0; (gone = waitpid(-1, &status, WNOHANG)) > 0;)
      if (gone == bot_) {
        ended_ = true;
        status_ = status;
      }
  }

  // False if it is to end.
  bool obey() {
    const auto command = next_command(MSG_DONTWAIT);
    if (!command || *command == SupervisorCommand::kKill) return false;
    if (*command == SupervisorCommand::kFreeze) stopping_.stop(bot_);
    if (*command == SupervisorCommand::kThaw) thaw();
    return true;
  }

  void thaw() {
    // Before and after: whoever answers before the second word has surely not run before the first.
    say_used(SupervisorEvent::kWaking);
    stopping_.go_on();
    say_used(SupervisorEvent::kAwake);
  }

  // Never waits: quiver may have other things to do than to listen.
  void say_used(SupervisorEvent event) const {
    Report report;
    report.event = event;
    report.cpu_nanos = stopping_.used();
    report.besides_nanos = stopping_.used_besides();
    report.time_nanos = nanos_now();
    say(report, MSG_DONTWAIT);
  }

  void report_end() const {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    Report report;
    report.event = SupervisorEvent::kEnded;
    report.status = ended_ ? status_ : SIGKILL;
    const auto nanos = [](const timeval& time) {
      return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
    };
    report.cpu_nanos = nanos(used.ru_utime) + nanos(used.ru_stime);
    report.peak_memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    report.too_many_processes = too_many_ ? 1 : 0;
    report.too_much_memory = too_large_ ? 1 : 0;
    say(report);
  }

  LaunchPlan plan_;
  ProcessTree process_tree_;
  SignalFreezer stopping_;
  std::optional<FileLocks> locks_;  // once it runs
  Descriptor children_;
  pid_t bot_ = -1;
  bool ended_ = false;
  bool too_many_ = false;
  bool too_large_ = false;
  std::int64_t next_count_ = 0;
  int status_ = 0;
};

}  // namespace

}  // namespace quiver::launch

int main() {
  using namespace quiver::launch;
  // A terminal's Ctrl-C is for quiver. And nobody looks into this process, though a bot may be the same user.
  setsid();
  // If the machine has no memory left, bots go first.
  if (const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
    const ssize_t ignored = write(file, "1000", 4);
    static_cast<void>(ignored);
    close(file);
  }
  // The first process of a namespace is deaf to all signals from within it that it has no handler for. A
  // sanitizer has brought some.
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  prctl(PR_SET_DUMPABLE, 0);
  // Orphans below become children of this process and not of init.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(kControl, F_SETFD, FD_CLOEXEC);
  const auto plan = decode_plan(read_all(kPlan));
  close(kPlan);
  if (!plan) give_up(SetupStep::kPlan, EINVAL);
  return Supervisor(*plan).run();
}
