#include "referee/launch/supervisor/household.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

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

template <class Visit>
void for_each_process(const Visit& visit) {
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error))
    if (const pid_t pid = number_of(it->path()); pid != 0) visit(pid, it->path());
}

}  // namespace

std::vector<pid_t> Household::members() const {
  std::vector<pid_t> all;
  if (own_namespace_) {
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

void Household::signal(int number) const {
  if (own_namespace_) {
    kill(-1, number);
    return;
  }
  for (const pid_t pid : members()) kill(pid, number);
}

void Household::end() const {
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

std::size_t Household::largest() const {
  std::size_t most = 0;
  for (const pid_t pid : members()) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/status");
    std::size_t kibibytes = 0;
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("RssAnon:") || line.starts_with("RssShmem:"))
        kibibytes += std::strtoul(line.c_str() + line.find(':') + 1, nullptr, 10);
    most = std::max(most, kibibytes * 1024);
  }
  return most;
}

std::size_t Household::count() const {
  std::size_t tasks = 0;
  for (const pid_t pid : members()) {
    std::error_code error;
    fs::directory_iterator it("/proc/" + std::to_string(pid) + "/task", error);
    for (const fs::directory_iterator end; !error && it != end; it.increment(error)) ++tasks;
  }
  return tasks;
}

}  // namespace quiver::launch
