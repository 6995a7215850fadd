#include "referee/launch/supervisor/bot_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "referee/launch/supervisor/seccomp_filter.hpp"

namespace quiver::launch {

namespace {

// What programs expect; the referee itself may have far more.
constexpr rlim_t kUsualFiles = 1024;

// `more` lies between the limit that warns and the one that kills.
bool limit(int what, rlim_t value, rlim_t more = 0) {
  const rlimit both{value, value + more};
  return setrlimit(static_cast<__rlimit_resource_t>(what), &both) == 0;
}

bool set_limits(const LaunchPlan& plan) {
  // Not 0, at which the kernel would still start a host's own program for crashes, once for each of them.
  bool good = limit(RLIMIT_CORE, 1);
  // Whatever the user may have: nobody here goes before everybody else.
  good = limit(RLIMIT_RTPRIO, 0) && limit(RLIMIT_NICE, 0) && good;
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    const rlim_t wanted = plan.files != 0 ? plan.files : kUsualFiles;
    const rlim_t most = std::min(wanted, files.rlim_max);
    good = limit(RLIMIT_NOFILE, most, plan.files != 0 ? 0 : files.rlim_max - most) && good;
  }
  // Private memory that can be written to, not addresses: many runtimes reserve far more than they use.
  if (plan.memory_bytes != 0) good = limit(RLIMIT_DATA, plan.memory_bytes) && good;
  if (plan.cpu_seconds != 0) good = limit(RLIMIT_CPU, plan.cpu_seconds, 1) && good;
  // Counted in the bot's own user namespace; without one it would count all that the user runs.
  // One more than it may have, so that having it shows; and the supervisor, where it is the same user.
  if (plan.processes != 0 && plan.confined)
    good = limit(RLIMIT_NPROC, plan.processes + (plan.user == 0 ? 2 : 1)) && good;
  // Where no file system of its own keeps it small, no single file of its grows larger.
  if (plan.scratch_bytes != 0 && !plan.confined) good = limit(RLIMIT_FSIZE, plan.scratch_bytes) && good;
  return good;
}

// From the bounding set as well, so that no program can get them back by execve.
bool drop_capabilities() {
  for (int one = 0; prctl(PR_CAPBSET_READ, one) >= 0; ++one)
    if (prctl(PR_CAPBSET_DROP, one) != 0 && errno != EINVAL) return false;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  return syscall(SYS_capset, &header, none.data()) == 0;
}

bool become_nobody(const LaunchPlan& plan) {
  // Being user 0 of a namespace of one's own brings no rights back.
  if (prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                                   SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED) != 0)
    return false;
  if (plan.user != 0 && (setgroups(0, nullptr) != 0 || setresgid(plan.user, plan.user, plan.user) != 0 ||
                         setresuid(plan.user, plan.user, plan.user) != 0))
    return false;
  return drop_capabilities();
}

std::vector<char*> pointers(const std::vector<std::string>& words, const std::string* first) {
  std::vector<char*> out;
  if (first != nullptr) out.push_back(const_cast<char*>(first->c_str()));
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// A message that comes with a descriptor.
bool send_with(int socket, void* bytes, std::size_t size, int descriptor) {
  iovec piece{bytes, size};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> rights{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = rights.data();
  message.msg_controllen = rights.size();
  cmsghdr* one = CMSG_FIRSTHDR(&message);
  one->cmsg_level = SOL_SOCKET;
  one->cmsg_type = SCM_RIGHTS;
  one->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(one), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL) >= 0;
}

bool hand_over(int socket, int listener) {
  Failure none;
  none.error = 0;
  return send_with(socket, &none, sizeof none, listener);
}

[[noreturn]] void become(const LaunchPlan& plan, int go, int failures) {
  const auto give_up = [&](SetupStep step, int error) {
    const Failure failure{step, error};
    const ssize_t told = write(failures, &failure, sizeof failure);
    _exit(told == sizeof failure ? 126 : 125);
  };
  char word = 0;
  if (read(go, &word, 1) != 1) _exit(125);  // nobody wants it any more
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  if (chdir(plan.folder.c_str()) != 0) give_up(SetupStep::kProgram, errno);
  // Before its rights go: afterwards it could not even lower some of them.
  if (!set_limits(plan)) give_up(SetupStep::kLimits, errno);
  if (plan.confined && !become_nobody(plan)) give_up(SetupStep::kUser, errno);
  // Of two with the same name the first has it (docs/play/cli.md); a scratch folder that is full of links has
  // no more.
  for (const std::string& path : plan.links)
    if (symlink(path.c_str(), path.substr(path.rfind('/') + 1).c_str()) != 0 && errno != EEXIST &&
        errno != ENOSPC)
      give_up(SetupStep::kMounts, errno);
  if (plan.filtered) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up(SetupStep::kFilter, errno);
    Descriptor listener;
    if (const int error = install_filter(plan, listener); error != 0) give_up(SetupStep::kFilter, error);
    if (listener && !hand_over(failures, listener.get())) give_up(SetupStep::kFilter, errno);
  }
  const std::vector<char*> argv = pointers(plan.arguments, &plan.program);
  const std::vector<char*> envp = pointers(plan.environment, nullptr);
  execve(plan.program.c_str(), argv.data(), envp.data());
  give_up(SetupStep::kProgram, errno);
  _exit(125);
}

// False if quiver is not there any more.
bool say_waiting(int control, int listener) {
  Report report;
  report.event = SupervisorEvent::kWaiting;
  return send_with(control, &report, sizeof report, listener);
}

bool make_pipe(Descriptor& read_end, Descriptor& write_end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  read_end = Descriptor(ends[0]);
  write_end = Descriptor(ends[1]);
  return true;
}

}  // namespace

std::optional<Failure> next_failure(const BotProcess& bot, Descriptor& listener) {
  Failure failure;
  iovec piece{&failure, sizeof failure};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> rights{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = rights.data();
  message.msg_controllen = rights.size();
  ssize_t got = 0;
  do got = recvmsg(bot.failures.get(), &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got != sizeof failure) return std::nullopt;
  if (const cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr && one->cmsg_type == SCM_RIGHTS) {
    int number = -1;
    std::memcpy(&number, CMSG_DATA(one), sizeof number);
    listener = Descriptor(number);
  }
  return failure;
}

BotProcess fork_bot(const LaunchPlan& plan, int control, int listener) {
  BotProcess bot;
  Descriptor go;
  Descriptor failures;
  std::array<int, 2> ends{};
  if (!make_pipe(go, bot.go) || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return bot;
  bot.failures = Descriptor(ends[0]);
  failures = Descriptor(ends[1]);
  bot.pid = fork();
  if (bot.pid != 0) return bot;
  if (!say_waiting(control, listener)) _exit(125);
  close(control);
  bot.go.close();
  become(plan, go.get(), failures.get());
}

}  // namespace quiver::launch
