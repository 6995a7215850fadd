// The system calls that bots may make, by name, and those that a bot is known not to need. Calls in neither
// list do not exist for a bot, including every call of a later kernel: the C library falls back to an older
// one.
//
// By name and not by number, because a library may know fewer calls than the kernel, and a processor may have
// fewer than another.
#pragma once

#include <array>

namespace quiver::launch {

// Fail with EPERM: the caller learns that the call is forbidden, not that it is missing.
constexpr std::array kRefusedCalls = {
    // other processes' insides
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp",
    "pidfd_getfd", "perf_event_open", "userfaultfd", "move_pages", "migrate_pages",
    // the file system's structure
    "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount",
    "fspick", "mount_setattr", "open_by_handle_at", "name_to_handle_at", "quotactl", "quotactl_fd", "swapon",
    "swapoff", "fanotify_init", "fanotify_mark",
    // namespaces
    "unshare", "setns",
    // the kernel itself
    "keyctl", "add_key", "request_key", "bpf", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "reboot", "syslog", "acct", "iopl", "ioperm", "lookup_dcookie", "vhangup",
    "sethostname", "setdomainname", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    // a second way to every call, past this filter
    "io_uring_setup", "io_uring_enter", "io_uring_register"};

constexpr auto kAllowedCalls = std::to_array<const char*>(
    {// files that are open
     "read", "write", "pread64", "pwrite64", "readv", "writev", "preadv", "pwritev", "preadv2", "pwritev2",
     "close", "close_range", "lseek", "_llseek", "fstat", "fstatfs", "fsync", "fdatasync", "sync_file_range",
     "ftruncate", "fallocate", "fadvise64", "readahead", "dup", "dup2", "dup3", "fcntl", "flock", "ioctl",
     "getdents", "getdents64", "sendfile", "splice", "tee", "vmsplice", "copy_file_range",
     // files by name
     "open", "openat", "openat2", "creat", "stat", "lstat", "newfstatat", "statx", "statfs", "access",
     "faccessat", "faccessat2", "readlink", "readlinkat", "truncate", "mkdir", "mkdirat", "rmdir", "mknod",
     "mknodat", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rename", "renameat",
     "renameat2", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat",
     "utime", "utimes", "futimesat", "utimensat", "umask", "getcwd", "chdir", "fchdir", "getxattr",
     "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr", "setxattr", "lsetxattr", "fsetxattr",
     "removexattr", "lremovexattr", "fremovexattr", "inotify_init", "inotify_init1", "inotify_add_watch",
     "inotify_rm_watch",
     // memory
     "brk", "mmap", "munmap", "mprotect", "mremap", "msync", "mincore", "madvise", "mlock", "mlock2",
     "munlock", "mlockall", "munlockall", "remap_file_pages", "memfd_create", "memfd_secret", "membarrier",
     "get_mempolicy", "pkey_alloc", "pkey_free", "pkey_mprotect", "map_shadow_stack", "mseal", "shmget",
     "shmat", "shmdt", "shmctl",
     // waiting
     "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait",
     "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "signalfd", "signalfd4", "futex", "futex_waitv",
     "futex_wait", "futex_wake", "futex_requeue", "set_robust_list", "get_robust_list", "semget", "semop",
     "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink", "mq_timedsend",
     "mq_timedreceive", "mq_notify", "mq_getsetattr", "pipe", "pipe2",
     // time
     "time", "gettimeofday", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "times",
     "alarm", "getitimer", "setitimer", "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun",
     "timer_delete", "timerfd_create", "timerfd_settime", "timerfd_gettime",
     // sockets
     "socket", "socketpair", "bind", "listen", "accept", "accept4", "connect", "shutdown", "getsockname",
     "getpeername", "getsockopt", "setsockopt", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg",
     "recvmmsg",
     // processes and threads
     "clone", "fork", "vfork", "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "getpid",
     "getppid", "gettid", "set_tid_address", "arch_prctl", "prctl", "rseq", "getpgid", "getpgrp", "setpgid",
     "getsid", "setsid", "pidfd_open", "pidfd_send_signal", "kill", "tkill", "tgkill", "rt_sigaction",
     "rt_sigprocmask", "rt_sigpending", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "rt_sigreturn",
     "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack", "pause", "restart_syscall", "seccomp",
     "riscv_flush_icache", "riscv_hwprobe",
     // who it is and what it may use
     "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "setuid", "setgid",
     "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "capget",
     "capset", "getrlimit", "setrlimit", "prlimit64", "getrusage", "getpriority", "setpriority", "ioprio_get",
     "ioprio_set", "sched_yield", "sched_getaffinity", "sched_setaffinity", "sched_getparam",
     "sched_setparam", "sched_getscheduler", "sched_setscheduler", "sched_getattr", "sched_setattr",
     "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "getcpu",
     // the machine
     "uname", "sysinfo", "getrandom"});

}  // namespace quiver::launch
