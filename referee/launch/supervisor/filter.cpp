#include "referee/launch/supervisor/filter.hpp"

#include <cerrno>
#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/socket.h>

namespace quiver::launch {

namespace {

constexpr int kRefused[] = {
    // other processes' insides
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
    SCMP_SYS(kcmp), SCMP_SYS(pidfd_getfd), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd),
    // the file system's structure
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(open_tree),
    SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fspick),
    SCMP_SYS(mount_setattr), SCMP_SYS(open_by_handle_at), SCMP_SYS(name_to_handle_at), SCMP_SYS(quotactl),
    SCMP_SYS(quotactl_fd), SCMP_SYS(swapon), SCMP_SYS(swapoff), SCMP_SYS(fanotify_init),
    // namespaces
    SCMP_SYS(unshare), SCMP_SYS(setns),
    // the kernel itself
    SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(bpf), SCMP_SYS(init_module),
    SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load),
    SCMP_SYS(reboot), SCMP_SYS(syslog), SCMP_SYS(acct), SCMP_SYS(iopl), SCMP_SYS(ioperm),
    SCMP_SYS(lookup_dcookie), SCMP_SYS(vhangup), SCMP_SYS(sethostname), SCMP_SYS(setdomainname),
    SCMP_SYS(settimeofday), SCMP_SYS(clock_settime), SCMP_SYS(clock_adjtime), SCMP_SYS(adjtimex),
    // a second way to every call, past this filter
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register)};

constexpr unsigned kNewWorlds =
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWCGROUP;
constexpr unsigned kSocketType = 0xf;

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {}
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  bool build(bool stoppable) {
    if (context_ == nullptr) return false;
    // A program for another kind of processor gets no system call at all; it must not die silently.
    seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    for (const int call : kRefused) refuse(call, EPERM);
    refuse_new_worlds();
    refuse_strange_sockets();
    // Limits of other processes, the supervisor's among them.
    add(SCMP_SYS(prlimit64), EPERM, SCMP_A0(SCMP_CMP_NE, 0));
    if (stoppable) refuse_wake_ups();
    return good_;
  }
  int load() { return seccomp_load(context_); }

 private:
  void refuse_new_worlds() {
    for (unsigned bit = 1; bit != 0; bit <<= 1U)
      if ((kNewWorlds & bit) != 0) add(SCMP_SYS(clone), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
    // Its flags cannot be looked at from here; without it the C library takes clone.
    refuse(SCMP_SYS(clone3), ENOSYS);
  }
  void refuse_wake_ups() {
    refuse(SCMP_SYS(timer_create), EPERM);
    refuse(SCMP_SYS(mq_notify), EPERM);
    add(SCMP_SYS(fcntl), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, F_SETSIG));
  }
  // Only unix, IPv4 and IPv6, only streams and datagrams.
  void refuse_strange_sockets() {
    add(SCMP_SYS(socket), EAFNOSUPPORT, SCMP_A0(SCMP_CMP_GT, AF_INET6));
    add(SCMP_SYS(socket), EAFNOSUPPORT, SCMP_A0(SCMP_CMP_EQ, AF_UNSPEC));
    for (unsigned family = AF_INET + 1; family < AF_INET6; ++family)
      add(SCMP_SYS(socket), EAFNOSUPPORT, SCMP_A0(SCMP_CMP_EQ, family));
    for (unsigned type = 0; type <= kSocketType; ++type)
      if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET)
        add(SCMP_SYS(socket), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, kSocketType, type));
  }

  void refuse(int call, int error) {
    const int failed = seccomp_rule_add(context_, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 0);
    // A call that this kind of processor does not have needs no refusing.
    if (failed != 0 && failed != -EDOM) good_ = false;
  }
  void add(int call, int error, const scmp_arg_cmp& when) {
    if (seccomp_rule_add(context_, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 1, when) != 0)
      good_ = false;
  }

  scmp_filter_ctx context_;
  bool good_ = true;
};

}  // namespace

int install_filter(bool stoppable) {
  Filter filter;
  if (!filter.build(stoppable)) return EINVAL;
  return -filter.load();
}

}  // namespace quiver::launch
