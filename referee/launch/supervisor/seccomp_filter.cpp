#include "referee/launch/supervisor/seccomp_filter.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <linux/fs.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "referee/launch/supervisor/system_calls.hpp"

namespace quiver::launch {

namespace {

constexpr unsigned kNewNamespaces =
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWCGROUP;
constexpr unsigned kSocketType = 0xf;
constexpr unsigned kInt = 0xffffffff;               // what the kernel looks at of an argument of this type
constexpr unsigned kTerminalInput = 0x5412;         // TIOCSTI: as if somebody had typed it
constexpr unsigned kTerminalPaste = 0x541c;         // TIOCLINUX
constexpr unsigned kNoRandomAddresses = 0x0040000;  // which one sanitizer needs

// One filter, which says what becomes of the calls that none of its rules is about.
class Filter {
 public:
  explicit Filter(std::uint32_t otherwise) : context_(seccomp_init(otherwise)) {
    // A program for another kind of processor gets no system call at all; it must not die silently.
    if (context_ != nullptr) seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  }
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  // A call that this kind of processor, or the library, does not know is none of anybody's.
  template <class... When>
  void allow(const char* name, const When&... when) {
    rule(SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), when...);
  }
  void refuse(const char* name, int error) { refuse(seccomp_syscall_resolve_name(name), error); }
  // If all of `when` is so.
  template <class... When>
  void refuse(int call, int error, const When&... when) {
    rule(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, when...);
  }
  void ask(int call) { rule(SCMP_ACT_NOTIFY, call); }
  // Where the kernel asks about it, once it is loaded.
  [[nodiscard]] int listener() const { return seccomp_notify_fd(context_); }
  // 0, or an errno.
  int load() {
    if (context_ == nullptr) return ENOMEM;
    if (!good_) return EINVAL;
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree: there are hundreds of calls
    return -seccomp_load(context_);
  }

 private:
  template <class... When>
  void rule(std::uint32_t action, int call, const When&... when) {
    if (context_ == nullptr || call == __NR_SCMP_ERROR) return;
    const int failed = seccomp_rule_add(context_, action, call, sizeof...(when), when...);
    if (failed != 0 && failed != -EDOM) good_ = false;
  }

  scmp_filter_ctx context_;
  bool good_ = true;
};

// clone3 is not on the list of allowed calls: its flags lie in memory, where a filter cannot look.
void refuse_new_namespaces(Filter& filter) {
  for (unsigned bit = 1; bit != 0; bit <<= 1U)
    if ((kNewNamespaces & bit) != 0)
      filter.refuse(SCMP_SYS(clone), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
}

// Only unix, IPv4 and IPv6, only streams and datagrams.
void refuse_strange_sockets(Filter& filter) {
  filter.refuse(SCMP_SYS(socket), EAFNOSUPPORT, SCMP_A0(SCMP_CMP_GT, AF_INET6));
  filter.refuse(SCMP_SYS(socket), EAFNOSUPPORT, SCMP_A0(SCMP_CMP_EQ, AF_UNSPEC));
  for (unsigned family = AF_INET + 1; family < AF_INET6; ++family)
    filter.refuse(SCMP_SYS(socket), EAFNOSUPPORT, SCMP_A0(SCMP_CMP_EQ, family));
  for (unsigned type = 0; type <= kSocketType; ++type)
    if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET)
      filter.refuse(SCMP_SYS(socket), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, kSocketType, type));
}

// What would reach beyond the process: others' limits, a terminal's input.
void refuse_dangerous_arguments(Filter& filter) {
  // A pid of 0 is the caller itself.
  filter.refuse(SCMP_SYS(prlimit64), EPERM, SCMP_A0(SCMP_CMP_NE, 0));
  for (const unsigned request : {kTerminalInput, kTerminalPaste})
    filter.refuse(SCMP_SYS(ioctl), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, request));
}

// Files that others see too carry messages: by locks on them, by watching who opens them, by whether they are
// in memory already.
void refuse_messages_by_files(Filter& filter, bool can_ask) {
  if (can_ask)
    filter.ask(SCMP_SYS(flock));
  else
    filter.refuse(SCMP_SYS(flock), ENOLCK);
  for (const int command : {F_SETLK, F_SETLKW, F_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK})
    filter.refuse(SCMP_SYS(fcntl), ENOLCK, SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, static_cast<unsigned>(command)));
  for (const int command : {F_SETLEASE, F_NOTIFY})
    filter.refuse(SCMP_SYS(fcntl), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, static_cast<unsigned>(command)));
  for (const int call : {SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_add_watch)})
    filter.refuse(call, ENOSYS);
  filter.refuse(SCMP_SYS(preadv2), EOPNOTSUPP, SCMP_A5(SCMP_CMP_MASKED_EQ, RWF_NOWAIT, RWF_NOWAIT));
}

// Where the supervisor counts: what it cannot see.
void refuse_uncounted_memory(Filter& filter) {
  for (const int call :
       {SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret), SCMP_SYS(shmget), SCMP_SYS(msgget), SCMP_SYS(semget)})
    filter.refuse(call, ENOSYS);
  for (const unsigned kind : {unsigned{MAP_SHARED}, unsigned{MAP_SHARED_VALIDATE}})
    filter.refuse(SCMP_SYS(mmap), ENOMEM, SCMP_A1(SCMP_CMP_GT, kSharedPiece),
                  SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_ANONYMOUS, kind | MAP_ANONYMOUS));
}

// Every way to a SIGCONT, from one who is not stopped yet or from the kernel.
void refuse_wake_ups(Filter& filter) {
  // Of one's own: a process that is to be stopped could continue another, and that one it.
  for (const int call :
       {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(pidfd_send_signal)})
    filter.refuse(call, EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, SIGCONT));
  for (const int call : {SCMP_SYS(tgkill), SCMP_SYS(rt_tgsigqueueinfo)})
    filter.refuse(call, EPERM, SCMP_A2(SCMP_CMP_MASKED_EQ, kInt, SIGCONT));
  // When time has passed, a message or input has come.
  filter.refuse(SCMP_SYS(timer_create), EPERM);
  filter.refuse(SCMP_SYS(mq_notify), EPERM);
  filter.refuse(SCMP_SYS(fcntl), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, F_SETSIG));
  // When a parent or a child dies.
  filter.refuse(SCMP_SYS(prctl), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, kInt, PR_SET_PDEATHSIG),
                SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, SIGCONT));
  filter.refuse(SCMP_SYS(clone), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, CSIGNAL, SIGCONT));
  // When a process group is orphaned. Below the supervisor none ever is that is of its session.
  filter.refuse(SCMP_SYS(setsid), EPERM);
}

// By their arguments, where they have to be looked at; whatever this lets pass, the list may still refuse.
int install_conditions(const LaunchPlan& plan, bool can_ask, Descriptor& listener) {
  Filter filter(SCMP_ACT_ALLOW);
  for (const char* name : kRefusedCalls) filter.refuse(name, EPERM);
  refuse_new_namespaces(filter);
  refuse_strange_sockets(filter);
  refuse_dangerous_arguments(filter);
  if (plan.confined) refuse_messages_by_files(filter, can_ask);
  if (plan.memory_bytes != 0) refuse_uncounted_memory(filter);
  if (plan.stoppable) refuse_wake_ups(filter);
  if (plan.pinned) filter.refuse(SCMP_SYS(sched_setaffinity), EPERM);
  const int error = filter.load();
  // It belongs to the library, which closes it.
  if (error == 0 && plan.confined && can_ask)
    listener = Descriptor(fcntl(filter.listener(), F_DUPFD_CLOEXEC, 0));
  return error;
}

int install_list() {
  Filter filter(SCMP_ACT_ERRNO(ENOSYS));
  for (const char* name : kAllowedCalls) filter.allow(name);
  for (const char* name : kRefusedCalls) filter.allow(name);  // refused by the other filter, with EPERM
  // The usual one, one without random addresses, and to ask which it is.
  for (const unsigned which : {0U, kNoRandomAddresses, kInt})
    filter.allow("personality", SCMP_A0(SCMP_CMP_MASKED_EQ, kInt, which));
  return filter.load();
}

}  // namespace

// Two filters, because one that lists what is allowed cannot take a part of it back. The kernel asks both.
int install_filter(const LaunchPlan& plan, Descriptor& listener) {
  // Somebody above may have the kernel ask already, and it asks one only.
  if (install_conditions(plan, true, listener) != 0)
    if (const int error = install_conditions(plan, false, listener); error != 0) return error;
  return install_list();
}

}  // namespace quiver::launch
