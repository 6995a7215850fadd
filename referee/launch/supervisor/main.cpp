// quiver-supervisor: the process between quiver and a bot. Nobody calls it by hand.
//
// It is started with the plan on descriptor 4 and a socket to quiver on descriptor 3; its output is the
// bot's. Confined, it is the first process of namespaces that it fills with what the bot may see. It ends,
// and takes everything below it along, when the bot ends or when quiver does, which shows as the end of
// the socket: so whatever happens to quiver, nothing of a bot's is left.
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/launch/supervisor/bot_process.hpp"
#include "referee/launch/supervisor/door.hpp"
#include "referee/launch/supervisor/household.hpp"
#include "referee/launch/supervisor/world.hpp"

namespace quiver::launch {

namespace {

constexpr int kControl = 3;
constexpr int kPlan = 4;
constexpr int kBetweenCounts = 100;  // ms

std::string read_all(int file) {
  std::string all;
  std::array<char, 16384> piece{};
  ssize_t got = 0;
  while ((got = read(file, piece.data(), piece.size())) > 0)
    all.append(piece.data(), static_cast<std::size_t>(got));
  return all;
}

void say(const Report& report) { send(kControl, &report, sizeof report, MSG_NOSIGNAL); }

[[noreturn]] void give_up(Step step, int error) {
  Report report;
  report.step = step;
  report.error = error;
  say(report);
  _exit(1);
}

// The next wish; none if quiver is gone.
std::optional<Wish> next_wish(int flags) {
  Wish wish{};
  ssize_t got = 0;
  do got = recv(kControl, &wish, sizeof wish, flags);
  while (got < 0 && errno == EINTR);
  if (got != sizeof wish) return std::nullopt;
  return wish;
}

class Supervisor {
 public:
  explicit Supervisor(Plan plan) : plan_(std::move(plan)), household_(plan_.confined) {}

  int run() {
    start();
    watch();
    household_.end();
    report_end();
    return 0;
  }

 private:
  void start() {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    children_ = Descriptor(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!children_) give_up(Step::kFork, errno);
    if (plan_.confined && !switch_loopback_on()) give_up(Step::kNetwork, errno);
    Descriptor door = open_door();
    if (!door) give_up(Step::kNetwork, errno);
    plan_.environment.push_back("QUIVER_ADDRESS=quiver://127.0.0.1:" + std::to_string(port_of(door)));
    if (plan_.confined)
      if (const int error = enter_world(plan_); error != 0) give_up(Step::kMounts, error);
    BotProcess bot = fork_bot(plan_, kControl, door.get());
    if (bot.pid < 0) give_up(Step::kFork, errno);
    bot_ = bot.pid;
    be_silent();
    door.close();
    if (next_wish(0) != Wish::kGo || write(bot.go.get(), "!", 1) != 1) {
      household_.end();
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

  void tell_whether_it_runs(const BotProcess& bot) const {
    Failure failure;
    ssize_t got = 0;
    do got = read(bot.failures.get(), &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    if (got == sizeof failure) {
      household_.end();
      give_up(failure.step, failure.error);
    }
    Report report;
    report.word = Word::kRunning;
    say(report);
  }

  // Until the bot has ended, or nobody wants it any more.
  void watch() {
    std::array<pollfd, 2> sources{{{kControl, POLLIN, 0}, {children_.get(), POLLIN, 0}}};
    const int patience = plan_.processes != 0 || plan_.memory_bytes != 0 ? kBetweenCounts : -1;
    while (!ended_) {
      const int ready = poll(sources.data(), sources.size(), patience);
      if (ready < 0 && errno != EINTR) return;
      if (plan_.processes != 0 && household_.count() > plan_.processes) too_many_ = true;
      // The kernel counts memory that can be shared for nobody.
      if (plan_.memory_bytes != 0 && household_.largest() > plan_.memory_bytes) too_large_ = true;
      if (too_many_ || too_large_) return;
      if (ready <= 0) continue;
      if (sources[1].revents != 0) reap();
      if (sources[0].revents != 0 && !ended_ && !obey()) return;
    }
  }

  void reap() {
    signalfd_siginfo ignored{};
    while (read(children_.get(), &ignored, sizeof ignored) > 0) {
    }
    int status = 0;
    for (pid_t gone = 0; (gone = waitpid(-1, &status, WNOHANG)) > 0;)
      if (gone == bot_) {
        ended_ = true;
        status_ = status;
      }
  }

  // False if it is to end.
  bool obey() const {
    const auto wish = next_wish(MSG_DONTWAIT);
    if (!wish || *wish == Wish::kKill) return false;
    if (*wish == Wish::kFreeze) household_.signal(SIGSTOP);
    if (*wish == Wish::kThaw) household_.signal(SIGCONT);
    return true;
  }

  void report_end() const {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    Report report;
    report.word = Word::kEnded;
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

  Plan plan_;
  Household household_;
  Descriptor children_;
  pid_t bot_ = -1;
  bool ended_ = false;
  bool too_many_ = false;
  bool too_large_ = false;
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
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(kControl, F_SETFD, FD_CLOEXEC);
  const auto plan = decode_plan(read_all(kPlan));
  close(kPlan);
  if (!plan) give_up(Step::kPlan, EINVAL);
  return Supervisor(*plan).run();
}
