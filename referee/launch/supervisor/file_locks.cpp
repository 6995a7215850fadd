#include "referee/launch/supervisor/file_locks.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <linux/seccomp.h>
#include <string>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace quiver::launch {

namespace {

// Each holds a descriptor of the supervisor's.
constexpr std::size_t kMostWaiting = 256;

// The kernel names the thread that asks; a pidfd needs the process.
pid_t process_of(pid_t thread) {
  std::ifstream file("/proc/" + std::to_string(thread) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("Tgid:")) return static_cast<pid_t>(std::strtol(line.c_str() + 5, nullptr, 10));
  return -1;
}

}  // namespace

FileLocks::FileLocks(Descriptor listener, const char* own) : listener_(std::move(listener)) {
  struct stat about {};
  if (stat(own, &about) == 0) own_ = about.st_dev;
}

Descriptor FileLocks::take(pid_t thread, int number) {
  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, process_of(thread), 0)));
  if (!process) return {};
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_getfd, process.get(), number, 0)));
}

void FileLocks::answer() {
  seccomp_notif asked{};
  if (ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
  Descriptor file = take(static_cast<pid_t>(asked.pid), static_cast<int>(asked.data.args[0]));
  const int error = errno;
  // Its number may be somebody else's by now.
  if (ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &asked.id) != 0) return;
  if (!file) return reply(asked.id, error == EBADF ? EBADF : ENOLCK);
  if (!is_own(file.get())) return reply(asked.id, ENOLCK);
  const auto operation = static_cast<int>(asked.data.args[1]);
  // Never blocks: the supervisor has other things to watch. retry() tries again for whoever wants to wait.
  if (flock(file.get(), operation | LOCK_NB) == 0) return reply(asked.id, 0);
  if (errno != EWOULDBLOCK || (operation & LOCK_NB) != 0) return reply(asked.id, errno);
  if (waiting_.size() >= kMostWaiting) return reply(asked.id, ENOLCK);
  waiting_.push_back({asked.id, std::move(file), operation});
}

void FileLocks::retry() {
  std::erase_if(waiting_, [this](Waiting& one) {
    // It has died, or was interrupted.
    if (ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &one.id) != 0) return true;
    if (flock(one.file.get(), one.operation | LOCK_NB) == 0) return reply(one.id, 0), true;
    if (errno == EWOULDBLOCK || errno == EINTR) return false;
    return reply(one.id, errno), true;
  });
}

void FileLocks::reply(std::uint64_t id, int error) const {
  seccomp_notif_resp response{};
  response.id = id;
  response.error = -error;
  ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, &response);
}

bool FileLocks::is_own(int file) const {
  struct stat about {};
  return own_ != 0 && fstat(file, &about) == 0 && about.st_dev == own_;
}

}  // namespace quiver::launch
