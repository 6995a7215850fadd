#include "referee/cli/commands/local_worker.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

LocalWorker::LocalWorker(const std::string& store, std::uint32_t concurrency, const WorkerLaunch& launch) {
  std::vector<std::string> words{"quiver",  "work",          "--store",
                                 store,     "--concurrency", std::to_string(concurrency),
                                 "--quiet", "--pin",         launch.pin};
  if (launch.scales_time) words.emplace_back("--scale-time");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw UsageError(std::string("a worker cannot be started: ") + std::strerror(errno));
  if (pid_ > 0) return;
  // Only calls that are safe after fork(). A terminal's Ctrl-C is for the coordinator, which then ends the
  // worker.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() == parent) execv("/proc/self/exe", arguments.data());
  _exit(127);
}

LocalWorker::~LocalWorker() {
  kill(pid_, SIGTERM);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace quiver::cli
