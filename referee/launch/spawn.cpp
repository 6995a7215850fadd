// Process::spawn: the supervisor is forked into its namespaces, told the plan, and listened to until the bot
// runs.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <linux/sched.h>
#include <sched.h>
#include <sstream>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/kernel_file.hpp"
#include "referee/launch/owner.hpp"
#include "referee/launch/process.hpp"
#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;

namespace {

constexpr int kControl = 3;
constexpr int kPlan = 4;
constexpr int kLowest = 10;  // descriptors from here on are in nobody's way
constexpr timeval kReplyTimeout{20, 0};
constexpr useconds_t kFirstPause = 20'000;
constexpr int kNewNamespaces =
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWUTS;
// Bots that root starts are users that nobody else is.
constexpr std::uint64_t kBotUsers = 0x51000000;
constexpr std::uint64_t kNumBotUsers = 0x800000;

Descriptor above(int number) { return Descriptor(number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, kLowest)); }

// Beside the program in a build folder, or where cmake --install puts it.
std::string installed_supervisor() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  for (const char* candidate : {"quiver-supervisor", "../libexec/quiver/quiver-supervisor"}) {
    const fs::path path = (self.parent_path() / candidate).lexically_normal();
    if (!error && access(path.c_str(), X_OK) == 0) return path.string();
  }
  return "";
}

std::uint64_t or_0(const std::optional<std::uint64_t>& value) { return value.value_or(0); }

std::string step_name(SetupStep step) {
  switch (step) {
    case SetupStep::kPlan:
      return "the supervisor could not read its plan";
    case SetupStep::kNetwork:
      return "no network of its own";
    case SetupStep::kMounts:
      return "no file system of its own";
    case SetupStep::kFork:
      return "no process of its own";
    case SetupStep::kLimits:
      return "no limits";
    case SetupStep::kUser:
      return "no user of its own";
    case SetupStep::kFilter:
      return "no filter for system calls";
    case SetupStep::kProgram:
      break;
  }
  return "";
}

// There is not enough of something, which may change: processes, memory, namespaces, descriptors; or the
// supervisor was ended, or was not listened to in time.
bool is_shortage(int error) {
  for (const int one : {EAGAIN, ENOMEM, ENOSPC, EMFILE, ENFILE, EINTR, EBUSY, EUSERS, ECHILD, EPIPE})
    if (error == one) return true;
  return false;
}

// The user numbers of this process's namespace, all of them, and one of them for a bot.
struct Users {
  std::string map;
  std::uint32_t bot = 0;
};

std::optional<Users> all_users(const char* file, std::uint64_t chance) {
  Users users;
  std::istringstream lines(read_kernel_file(file));
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  std::uint64_t most = 0;
  while (lines >> inside >> outside >> count) {
    users.map += std::to_string(inside) + " " + std::to_string(inside) + " " + std::to_string(count) + "\n";
    if (count > most) most = count, first = inside;
  }
  if (most < 1000) return std::nullopt;
  const bool large = first == 0 && most > kBotUsers + kNumBotUsers;
  users.bot = static_cast<std::uint32_t>(large ? kBotUsers + chance % kNumBotUsers
                                               : first + most / 2 + chance % (most / 2 - 1));
  return users;
}

}  // namespace

// One attempt to start a bot, with everything that has to be taken back if it fails.
class Spawning {
 public:
  explicit Spawning(const Command& command) : command_(command) {}
  ~Spawning() {
    go_.close();  // who still waits for it ends
    process_.end();
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  Result<Process> run() {
    process_.confined_ = command_.confinement == Confinement::kFull;
    process_.limits_ = command_.limits;
    supervisor_ = command_.supervisor.empty() ? installed_supervisor() : command_.supervisor;
    if (supervisor_.empty()) return bad_input("quiver-supervisor is missing beside quiver; install it whole");
    if (auto made = make_group(); !made) return made.error();
    if (auto forked = fork_supervisor(); !forked) return forked.error();
    if (auto mapped = map_users(); !mapped) return mapped.error();
    // So that it can open what it prints to by name, too.
    if (user_ != 0) fchown(process_.output_.get(), user_, static_cast<gid_t>(-1));
    if (auto told = hand_over_plan(); !told) return told.error();
    if (auto running = wait_until_it_runs(); !running) return running.error();
    fcntl(process_.output_.get(), F_SETFL, O_NONBLOCK);
    return std::move(process_);
  }
  // Another attempt may succeed.
  [[nodiscard]] bool is_transient() const { return transient_; }

 private:
  base::Error failure(const std::string& what, int error) {
    transient_ = is_shortage(error);
    return bad_input(base::quoted(command_.program) + " cannot be started" + (what.empty() ? "" : ": ") +
                     what + ": " + std::strerror(error));
  }

  Result<void> make_group() {
    errno = 0;
    auto made = try_to_make_group();
    if (!made) transient_ = is_shortage(errno);
    return made;
  }

  Result<void> try_to_make_group() {
    const std::string name = owned_name(kBotGroup);
    if (command_.cgroups.version != 0) {
      auto group = Cgroup::make(command_.cgroups, name, command_.limits);
      if (!group) return group.error();
      process_.cgroup_ = std::move(*group);
      process_.limit_mechanism_ = command_.cgroups.name();
    }
    if (command_.cgroups.freezer.empty()) return {};
    const auto shared = process_.cgroup_ ? process_.cgroup_->frozen_in() : std::nullopt;
    auto freezer = shared ? Freezer::in(*shared) : Freezer::make(command_.cgroups.freezer, name);
    if (!freezer) return freezer.error();
    process_.freezer_ = std::move(*freezer);
    return {};
  }

  // The ends that the supervisor gets, far enough from where it looks for them.
  struct Ends {
    Descriptor nothing, output, control, plan, go;
  };

  Result<Ends> open_ends() {
    std::array<int, 2> control{};
    std::array<int, 2> output{};
    std::array<int, 2> go{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control.data()) != 0)
      return failure("no socket", errno);
    process_.control_ = Descriptor(control[0]);
    const Descriptor theirs(control[1]);
    if (pipe2(output.data(), O_CLOEXEC) != 0) return failure("no pipe", errno);
    process_.output_ = Descriptor(output[0]);
    const Descriptor printing(output[1]);
    if (pipe2(go.data(), O_CLOEXEC) != 0) return failure("no pipe", errno);
    const Descriptor waiting(go[0]);
    go_ = Descriptor(go[1]);
    plan_ = Descriptor(memfd_create("quiver-plan", MFD_CLOEXEC));
    const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const int on = 1;
    setsockopt(control[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    setsockopt(control[0], SOL_SOCKET, SO_RCVTIMEO, &kReplyTimeout, sizeof kReplyTimeout);
    Ends ends{above(nothing.get()), above(printing.get()), above(theirs.get()), above(plan_.get()),
              above(waiting.get())};
    if (!ends.nothing || !ends.output || !ends.control || !ends.plan || !ends.go)
      return failure("no descriptors", errno);
    return ends;
  }

  Result<void> fork_supervisor() {
    const auto ends = open_ends();
    if (!ends) return ends.error();
    const std::string owner = std::to_string(getpid());
    const std::array<char*, 5> argv = {const_cast<char*>("quiver-supervisor"),
                                       const_cast<char*>(command_.name.c_str()), const_cast<char*>("of"),
                                       const_cast<char*>(owner.c_str()), nullptr};
    const auto flags = static_cast<unsigned long>(SIGCHLD) |
                       static_cast<unsigned long>(process_.confined_ ? kNewNamespaces : 0);
    // A signal between here and the supervisor's own beginning would run our handlers in the wrong process.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const long pid = syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr);
    const int error = errno;
    if (pid != 0) pthread_sigmask(SIG_SETMASK, &before, nullptr);
    // In the child only calls that are safe after a fork of a process with threads.
    if (pid == 0) become_supervisor(*ends, argv.data());
    if (pid < 0) return failure(process_.confined_ ? "no namespaces" : "no process", error);
    process_.supervisor_ = static_cast<int>(pid);
    process_.end_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    if (!process_.end_) return failure("no descriptor", errno);
    fcntl(process_.end_.get(), F_SETFD, FD_CLOEXEC);
    return {};
  }

  [[noreturn]] void become_supervisor(const Ends& ends, char* const* argv) const {
    close(go_.get());  // its own copy of the other end would keep it waiting for ever
    char word = 0;
    // Its users are mapped while it waits: without them it would lose its rights with the next step.
    if (read(ends.go.get(), &word, 1) != 1) _exit(125);
    for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    dup2(ends.nothing.get(), STDIN_FILENO);
    dup2(ends.output.get(), STDOUT_FILENO);
    dup2(ends.output.get(), STDERR_FILENO);
    dup2(ends.control.get(), kControl);
    dup2(ends.plan.get(), kPlan);
    // Nothing of the referee's stays open: not its sockets, not another bot's pipe.
    syscall(SYS_close_range, 5U, ~0U, 0U);
    std::array<char*, 1> no_environment = {nullptr};
    execve(supervisor_.c_str(), argv, no_environment.data());
    _exit(126);
  }

  Result<void> map_users() {
    if (!process_.confined_) return {};
    const std::string folder = "/proc/" + std::to_string(process_.supervisor_);
    if (geteuid() == 0) {
      const auto chance = static_cast<std::uint64_t>(process_.supervisor_);
      const auto users = all_users("/proc/self/uid_map", chance);
      const auto groups = all_users("/proc/self/gid_map", chance);
      if (users && groups && users->bot == groups->bot &&
          write_kernel_file(folder + "/uid_map", users->map) &&
          write_kernel_file(folder + "/gid_map", groups->map)) {
        user_ = users->bot;
        return {};
      }
      // With users to choose from, a bot of root's must not be root.
      if (users || groups) return failure("no user of its own", errno);
    }
    // Only ourselves, who are nobody special there.
    if (write_kernel_file(folder + "/setgroups", "deny") &&
        write_kernel_file(folder + "/uid_map", "0 " + std::to_string(geteuid()) + " 1\n") &&
        write_kernel_file(folder + "/gid_map", "0 " + std::to_string(getegid()) + " 1\n"))
      return {};
    return failure("no users of its own", errno);
  }

  Result<void> hand_over_plan() {
    const ResourceLimits& limits = command_.limits;
    const bool by_group = process_.cgroup_.has_value();
    LaunchPlan plan;
    plan.program = command_.program;
    plan.arguments = command_.arguments;
    for (const auto& [name, value] : command_.environment) plan.environment.push_back(name + "=" + value);
    plan.folder = process_.confined_ ? "/tmp" : command_.folder;
    if (command_.files) plan.shown = command_.files->shown;
    plan.confined = process_.confined_;
    plan.filtered = command_.confinement != Confinement::kNone;
    plan.stoppable = command_.stoppable && !process_.freezer_;
    plan.pinned = command_.pinned;
    plan.user = user_;
    plan.links = command_.links;
    plan.scratch_bytes = or_0(limits.scratch_bytes);
    plan.memory_bytes = by_group ? 0 : or_0(limits.memory_bytes);
    plan.processes = by_group ? 0 : limits.processes.value_or(0);
    plan.files = limits.files.value_or(0);
    if (limits.cpu) {
      const auto seconds = std::chrono::ceil<std::chrono::seconds>(*limits.cpu).count();
      plan.cpu_seconds = static_cast<std::uint64_t>(std::max<std::int64_t>(1, seconds));
    }
    const std::string bytes = encode_plan(plan);
    std::size_t written = 0;
    while (written < bytes.size()) {
      const ssize_t more = write(plan_.get(), bytes.data() + written, bytes.size() - written);
      if (more <= 0) return failure("no memory for the plan", errno);
      written += static_cast<std::size_t>(more);
    }
    lseek(plan_.get(), 0, SEEK_SET);
    if (write(go_.get(), "!", 1) != 1) return failure("no supervisor", errno);
    go_.close();
    plan_.close();
    return {};
  }

  Result<void> wait_until_it_runs() {
    auto waiting = next_report(SupervisorEvent::kWaiting);
    if (!waiting) return waiting.error();
    if (process_.cgroup_)
      if (auto added = process_.cgroup_->add(process_.bot_); !added) return added.error();
    if (process_.freezer_)
      if (auto added = process_.freezer_->add(process_.bot_); !added) return added.error();
    process_.send_command(static_cast<std::uint32_t>(SupervisorCommand::kGo));
    auto running = next_report(SupervisorEvent::kRunning);
    if (!running) return running.error();
    return {};
  }

  Result<void> next_report(SupervisorEvent expected) {
    Report report;
    iovec piece{&report, sizeof report};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred)) + CMSG_SPACE(sizeof(int))> attached{};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = attached.data();
    message.msg_controllen = attached.size();
    ssize_t got = 0;
    do got = recvmsg(process_.control_.get(), &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN) return failure("its supervisor says nothing", ETIMEDOUT);
    if (got != sizeof report) return failure("its supervisor ended", got < 0 ? errno : ECHILD);
    for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one))
      take_attachment(*one, report.event);
    if (report.event == expected) return {};
    base::Error error = failure(step_name(report.step), report.error);
    if (report.step == SetupStep::kProgram && report.error == EACCES && user_ != 0)
      error.sentence += " (an isolated bot is a user of its own: let others read and run the file)";
    if (report.step == SetupStep::kProgram && report.error == ENOENT && process_.confined_)
      error.sentence += " (an isolated bot sees its own file and the system; see=PATH shows it more)";
    return error;
  }

  void take_attachment(const cmsghdr& one, SupervisorEvent event) {
    if (one.cmsg_level != SOL_SOCKET) return;
    if (one.cmsg_type == SCM_RIGHTS) {
      int listener = -1;
      std::memcpy(&listener, CMSG_DATA(&one), sizeof listener);
      process_.listener_ = Descriptor(listener);
    }
    if (one.cmsg_type == SCM_CREDENTIALS && event == SupervisorEvent::kWaiting) {
      ucred who{};
      std::memcpy(&who, CMSG_DATA(&one), sizeof who);
      process_.bot_ = who.pid;
    }
  }

  const Command& command_;
  std::string supervisor_;
  std::uint32_t user_ = 0;
  bool transient_ = false;
  Descriptor go_;
  Descriptor plan_;
  Process process_;
};

Result<Process> Process::spawn(const Command& command) {
  useconds_t pause = kFirstPause;
  for (unsigned attempt = 1;; ++attempt) {
    Spawning one(command);
    auto process = one.run();
    if (process || !one.is_transient() || attempt >= command.attempts) return process;
    usleep(pause);
    pause *= 3;
  }
}

}  // namespace quiver::launch
