#include "referee/launch/cgroup.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/freezer.hpp"
#include "referee/launch/kernel_file.hpp"
#include "referee/launch/owner.hpp"

namespace quiver::launch {

namespace {

namespace fs = std::filesystem;

// 0 if there is no number.
std::uint64_t number_in(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The number behind a key, as in "oom_kill 3".
std::uint64_t number_after(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key + " ")) return number_in(std::string_view(line).substr(key.size() + 1));
  return 0;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

// The group that this process is in, by controller; the second version has the empty name.
std::map<std::string, std::string> own_groups(const std::string& proc) {
  std::map<std::string, std::string> groups;
  std::istringstream lines(read_kernel_file(proc + "/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controllers.empty()) groups[""] = line.substr(second + 1);
    for (const std::string& one : split(controllers, ',')) groups[one] = line.substr(second + 1);
  }
  return groups;
}

// One line of mountinfo.
struct Mounted {
  std::string root;  // the group that the mount shows as its top
  std::string at;
};

// Where the groups are mounted, by controller; the second version has the empty name.
std::map<std::string, Mounted> mounts(const std::string& proc, const std::string& root) {
  std::map<std::string, Mounted> all;
  std::istringstream lines(read_kernel_file(proc + "/mountinfo"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const std::vector<std::string> before = split(line.substr(0, dash), ' ');
    const std::vector<std::string> after = split(line.substr(dash + 3), ' ');
    if (before.size() < 5 || after.size() < 3) continue;
    const Mounted where{before[3], root + before[4]};
    if (after[0] == "cgroup2") all[""] = where;
    if (after[0] == "cgroup")
      for (const std::string& option : split(after[2], ',')) all[option] = where;
  }
  return all;
}

// The folder of a group, as far as the mount shows it.
std::optional<std::string> folder_of(const std::map<std::string, Mounted>& mounted,
                                     const std::map<std::string, std::string>& groups,
                                     const std::string& controller) {
  const auto mount = mounted.find(controller);
  const auto group = groups.find(controller);
  if (mount == mounted.end() || group == groups.end()) return std::nullopt;
  std::string path = group->second;
  const std::string& top = mount->second.root;
  if (top != "/" && path.starts_with(top)) path = path.substr(top.size());
  while (path.ends_with('/')) path.pop_back();
  return mount->second.at + path;
}

// Tries it out: being allowed to write does not show otherwise.
bool can_make_groups(const std::string& folder) {
  const std::string trial = folder + "/" + owned_name("quiver-trial");
  return mkdir(trial.c_str(), 0755) == 0 && rmdir(trial.c_str()) == 0;
}

// Needs no controllers, but a kernel that is not older than 5.2.
bool can_freeze_groups(const std::string& folder) {
  const std::string trial = folder + "/" + owned_name("quiver-trial");
  if (mkdir(trial.c_str(), 0755) != 0) return false;
  const bool can = access((trial + "/cgroup.freeze").c_str(), W_OK) == 0;
  return rmdir(trial.c_str()) == 0 && can;
}

bool has_controllers(const std::string& folder) {
  std::istringstream in(read_kernel_file(folder + "/cgroup.controllers"));
  const std::set<std::string> all{std::istream_iterator<std::string>(in), {}};
  return all.contains("memory") && all.contains("pids");
}

// Makes room for limited groups below: moves this process out of the way, into one of its own.
bool open_second_version(const std::string& folder) {
  const std::string controllers = folder + "/cgroup.subtree_control";
  const std::string wanted = "+memory +pids";
  // Fails as long as the group itself has processes, by the kernel's rule of no internal processes.
  if (write_kernel_file(controllers, wanted)) return true;
  const std::string own = folder + "/" + owned_name("quiver-referee");
  if (mkdir(own.c_str(), 0755) != 0) return false;
  const std::string self = std::to_string(getpid());
  if (write_kernel_file(own + "/cgroup.procs", self) && write_kernel_file(controllers, wanted)) return true;
  write_kernel_file(folder + "/cgroup.procs", self);
  rmdir(own.c_str());
  return false;
}

base::Error failure(const std::string& path) {
  return base::bad_input("the control group " + path + " cannot be made: " + std::strerror(errno));
}

}  // namespace

Cgroups find_cgroups(const std::string& proc, const std::string& root) {
  const auto groups = own_groups(proc);
  const auto mounted = mounts(proc, root);
  std::string freezer;
  if (const auto folder = folder_of(mounted, groups, "")) {
    if (can_freeze_groups(*folder)) freezer = *folder;
    if (has_controllers(*folder) && can_make_groups(*folder) && open_second_version(*folder))
      return {2, *folder, *folder, *folder, freezer};
  }
  const auto memory = folder_of(mounted, groups, "memory");
  const auto pids = folder_of(mounted, groups, "pids");
  const auto cpu = folder_of(mounted, groups, "cpuacct");
  if (memory && pids && cpu && can_make_groups(*memory) && can_make_groups(*pids) && can_make_groups(*cpu))
    return {1, *memory, *pids, *cpu, freezer};
  return {0, "", "", "", freezer};
}

base::Result<Cgroup> Cgroup::make(const Cgroups& where, const std::string& name,
                                  const ResourceLimits& limits) {
  Cgroup group;
  group.version_ = where.version;
  std::vector<std::string> folders = {where.memory + "/" + name};
  if (where.version == 1) {
    folders.push_back(where.pids + "/" + name);  // controllers may share one mount, and then a folder
    folders.push_back(where.cpu + "/" + name);
  }
  for (const std::string& folder : folders) {
    // EEXIST: two controllers of the first version may share one mount, and then this folder.
    if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return failure(folder);
    group.folders_.push_back(folder);
  }
  const bool second = where.version == 2;
  const std::string& memory = folders.front();
  const std::string& pids = second ? folders.front() : folders[1];
  if (limits.memory_bytes) {
    const std::string bytes = std::to_string(*limits.memory_bytes);
    group.memory_limit_ = *limits.memory_bytes;
    if (!write_kernel_file(memory + (second ? "/memory.max" : "/memory.limit_in_bytes"), bytes))
      return failure(memory);
    // Without swap there is nothing to limit.
    write_kernel_file(memory + (second ? "/memory.swap.max" : "/memory.memsw.limit_in_bytes"),
                      second ? "0" : bytes);
  }
  if (limits.processes && !write_kernel_file(pids + "/pids.max", std::to_string(*limits.processes)))
    return failure(pids);
  const std::string usage = second ? folders.front() + "/cpu.stat" : folders[2] + "/cpuacct.usage";
  group.cpu_ = Descriptor(open(usage.c_str(), O_RDONLY | O_CLOEXEC));
  if (!group.cpu_) return failure(usage);
  return group;
}

Cgroup& Cgroup::operator=(Cgroup&& other) noexcept {
  if (this == &other) return *this;
  remove();
  version_ = other.version_;
  folders_ = std::exchange(other.folders_, {});
  cpu_ = std::move(other.cpu_);
  memory_limit_ = other.memory_limit_;
  return *this;
}

Cgroup::~Cgroup() { remove(); }

void Cgroup::remove() {
  if (folders_.empty()) return;
  for (const std::string& folder : folders_)
    // The last of its processes may be on its way out. What stays all the same is removed at the next start.
    for (int tries = 0; rmdir(folder.c_str()) != 0 && errno == EBUSY && tries < 50; ++tries) {
      kill();
      usleep(200);
    }
  folders_.clear();
}

base::Result<void> Cgroup::add(pid_t process) const {
  for (const std::string& folder : folders_)
    if (!write_kernel_file(folder + "/cgroup.procs", std::to_string(process))) return failure(folder);
  return {};
}

base::Duration Cgroup::cpu() const {
  if (version_ == 2) return read_cpu_stat(cpu_);
  std::array<char, 32> text{};
  const ssize_t got = pread(cpu_.get(), text.data(), text.size(), 0);
  if (got <= 0) return base::Duration{0};
  const std::string_view all(text.data(), static_cast<std::size_t>(got));
  return base::Duration{static_cast<std::int64_t>(number_in(all))};
}

std::uint64_t Cgroup::peak_memory() const {
  return number_in(
      read_kernel_file(folders_.front() + (version_ == 2 ? "/memory.peak" : "/memory.max_usage_in_bytes")));
}

bool Cgroup::out_of_memory() const {
  // Killed, and by its own limit: the machine may be out of memory too, and that is not its fault.
  const std::string& folder = folders_.front();
  if (version_ == 2) {
    // `oom` counts how often its own limit was reached, oom_kill the kills of any OOM killer.
    const std::string events = read_kernel_file(folder + "/memory.events");
    return number_after(events, "oom_kill") > 0 && number_after(events, "oom") > 0;
  }
  return number_after(read_kernel_file(folder + "/memory.oom_control"), "oom_kill") > 0 &&
         peak_memory() >= memory_limit_ / 4 * 3;
}

bool Cgroup::out_of_processes() const {
  const std::string& folder = version_ == 2 ? folders_.front() : folders_[1];
  return number_after(read_kernel_file(folder + "/pids.events"), "max") > 0;
}

void Cgroup::kill() const {
  // In one step by the kernel, since 5.14. Before that one by one, which a process that forks can outrun.
  if (folders_.empty() || (version_ == 2 && write_kernel_file(folders_.front() + "/cgroup.kill", "1")))
    return;
  for (const pid_t pid : processes()) ::kill(pid, SIGKILL);
}

std::vector<pid_t> Cgroup::processes() const {
  return folders_.empty() ? std::vector<pid_t>() : processes_in(folders_.front());
}

std::vector<pid_t> processes_in(const std::string& group) {
  std::vector<pid_t> all;
  std::istringstream in(read_kernel_file(group + "/cgroup.procs"));
  for (pid_t pid = 0; in >> pid;)
    if (pid > 0) all.push_back(pid);
  return all;
}

void sweep_cgroups(const Cgroups& where, bool (*is_stale)(const std::string& name)) {
  for (const std::string& folder :
       std::set<std::string>{where.memory, where.pids, where.cpu, where.freezer}) {
    if (folder.empty()) continue;
    std::error_code error;
    std::vector<fs::path> stale;
    // Collected first: removing entries while iterating over a folder is unspecified.
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (is_stale(it->path().filename().string())) stale.push_back(it->path());
    for (const fs::path& one : stale) {
      // Who is frozen would stay for ever.
      if (one.filename().string().starts_with(kBotGroup))
        write_kernel_file((one / "cgroup.kill").string(), "1");
      rmdir(one.c_str());
    }
  }
}

}  // namespace quiver::launch
