#include "referee/launch/supervisor/process_tree.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/launch/supervisor/seccomp_filter.hpp"

namespace quiver::launch {

namespace {

namespace fs = std::filesystem;

// The number that a folder of /proc is called by; 0 if it is no process's.
pid_t number_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.find_first_not_of("0123456789") == std::string::npos
             ? static_cast<pid_t>(std::strtol(name.c_str(), nullptr, 10))
             : 0;
}

pid_t parent_of(const fs::path& folder) {
  std::ifstream file(folder / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');  // a name may hold anything, brackets and spaces too
  if (name_end == std::string::npos || name_end + 4 > text.size()) return 0;
  return static_cast<pid_t>(std::strtol(text.c_str() + name_end + 4, nullptr, 10));
}

// Adds the inodes of the anonymous shared memory that this process has mapped. It is called a file that was
// deleted, because that is how the kernel makes it.
void find_shared_memory(const std::string& folder, std::set<std::string>& inodes) {
  std::ifstream maps(folder + "/maps");
  for (std::string line; std::getline(maps, line);) {
    if (!line.ends_with("/dev/zero (deleted)")) continue;
    std::istringstream fields(line);
    std::string range;
    std::string rights;
    std::string offset;
    std::string device;
    std::string inode;
    if (fields >> range >> rights >> offset >> device >> inode) inodes.insert(device + " " + inode);
  }
}

// In the one place that a confined bot can write to.
std::size_t files_in_memory() {
  struct statfs about {};
  if (statfs("/tmp", &about) != 0) return 0;
  return (about.f_blocks - about.f_bfree) * static_cast<std::size_t>(about.f_bsize);
}

template <class Visit>
void for_each_process(const Visit& visit) {
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error))
    if (const pid_t pid = number_of(it->path()); pid != 0) visit(pid, it->path());
}

}  // namespace

std::vector<pid_t> ProcessTree::members() const {
  std::vector<pid_t> all;
  if (own_namespace_) {
    // /proc is that of the namespace, so it lists nobody else.
    for_each_process([&](pid_t pid, const fs::path&) {
      if (pid != 1) all.push_back(pid);
    });
    return all;
  }
  std::multimap<pid_t, pid_t> children;
  for_each_process([&](pid_t pid, const fs::path& folder) { children.emplace(parent_of(folder), pid); });
  std::vector<pid_t> open = {getpid()};
  while (!open.empty()) {
    const auto [first, last] = children.equal_range(open.back());
    open.pop_back();
    for (auto it = first; it != last; ++it) {
      all.push_back(it->second);
      open.push_back(it->second);
    }
  }
  return all;
}

void ProcessTree::signal(int number) const {
  if (own_namespace_) {
    // To everybody in the namespace but the caller, in one call that nobody can outrun.
    kill(-1, number);
    return;
  }
  for (const pid_t pid : members()) kill(pid, number);
}

void ProcessTree::end() const {
  // Stopped first: who is stopped starts nobody new while the others are looked for.
  if (!own_namespace_)
    for (std::size_t before = 0, now = members().size(); now > before; now = members().size()) {
      before = now;
      signal(SIGSTOP);
    }
  while (true) {
    signal(SIGKILL);
    const pid_t gone = waitpid(-1, nullptr, own_namespace_ ? 0 : WNOHANG);
    if (gone < 0 && errno == ECHILD) return;
    if (gone == 0) usleep(1000);
  }
}

std::size_t ProcessTree::memory(bool filtered) const {
  std::size_t most = 0;
  std::set<std::string> pieces;
  for (const pid_t pid : members()) {
    const std::string folder = "/proc/" + std::to_string(pid);
    std::ifstream status(folder + "/status");
    std::size_t kibibytes = 0;
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("RssAnon:") || (!filtered && line.starts_with("RssShmem:")))
        kibibytes += std::strtoul(line.c_str() + line.find(':') + 1, nullptr, 10);
    most = std::max(most, kibibytes * 1024);
    if (filtered) find_shared_memory(folder, pieces);
  }
  return most + pieces.size() * kSharedPiece + (own_namespace_ ? files_in_memory() : 0);
}

std::size_t ProcessTree::count() const {
  std::size_t tasks = 0;
  for (const pid_t pid : members()) {
    std::error_code error;
    fs::directory_iterator it("/proc/" + std::to_string(pid) + "/task", error);
    for (const fs::directory_iterator end; !error && it != end; it.increment(error)) ++tasks;
  }
  return tasks;
}

}  // namespace quiver::launch
