#include "tests/e2e/program.hpp"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace quiver::tests {

namespace {

constexpr auto kTimeout = std::chrono::seconds(120);
constexpr auto kNap = std::chrono::milliseconds(5);

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> merged(const std::map<std::string, std::string>& more) {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string text = *one;
    if (!more.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

bool redirect(const std::string& path, int descriptor, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  return file >= 0 && dup2(file, descriptor) >= 0;
}

}  // namespace

bool eventually(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + kTimeout;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(kNap);
  }
  return true;
}

Program::Program(const std::string& path, const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment, const std::string& files)
    : files_(files) {
  std::vector<std::string> words{path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings = merged(environment);
  const auto argv = pointers(words);
  const auto envp = pointers(settings);
  const std::string out = files + ".out";
  const std::string err = files + ".err";
  const pid_t test = getpid();
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  constexpr int kNew = O_WRONLY | O_CREAT | O_APPEND;
  if (getppid() != test || !redirect("/dev/null", STDIN_FILENO, O_RDONLY) ||
      !redirect(out, STDOUT_FILENO, kNew) || !redirect(err, STDERR_FILENO, kNew))
    _exit(126);
  execve(path.c_str(), argv.data(), envp.data());
  _exit(127);
}

Program::~Program() {
  if (!runs()) return;
  ::kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Program::runs() {
  if (ended_) return false;
  const pid_t got = waitpid(pid_, &status_, WNOHANG);
  ended_ = got == pid_ || (got < 0 && errno == ECHILD);
  return !ended_;
}

void Program::signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

int Program::wait() {
  if (!eventually([this] { return !runs(); })) {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    ended_ = true;
    return -1;
  }
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

std::string Program::out() const { return content_of_file(files_ + ".out"); }
std::string Program::err() const { return content_of_file(files_ + ".err"); }

namespace {

struct Running {
  pid_t pid = 0;
  pid_t parent = 0;
  std::string folder = {};
};

std::vector<Running> all_processes() {
  std::vector<Running> all;
  std::error_code error;
  std::filesystem::directory_iterator it("/proc", error);
  for (const std::filesystem::directory_iterator end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    Running one{0, 0, it->path().string()};
    const auto read = std::from_chars(name.data(), name.data() + name.size(), one.pid);
    if (read.ec != std::errc{} || read.ptr != name.data() + name.size() || one.pid == getpid()) continue;
    const std::string about = content_of_file(one.folder + "/stat");
    const std::size_t after = about.rfind(')');
    if (after == std::string::npos || about.compare(after, 4, ") Z ") == 0) continue;
    one.parent = static_cast<pid_t>(std::strtol(about.c_str() + after + 4, nullptr, 10));
    all.push_back(one);
  }
  return all;
}

// The process that a supervisor says it works for; 0 if this is none.
pid_t owner_of(const Running& one) {
  const std::string words = content_of_file(one.folder + "/cmdline");
  const std::string before("\0of\0", 4);
  const std::size_t at = words.rfind(before);
  if (!words.starts_with("quiver-supervisor") || at == std::string::npos) return 0;
  return static_cast<pid_t>(std::strtol(words.c_str() + at + before.size(), nullptr, 10));
}

}  // namespace

std::vector<pid_t> processes_of(const std::string& text, const std::set<pid_t>& owners) {
  std::set<pid_t> found;
  const std::vector<Running> all = all_processes();
  for (const Running& one : all)
    if (owners.contains(owner_of(one)) ||
        content_of_file(one.folder + "/environ").find(text) != std::string::npos)
      found.insert(one.pid);
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const Running& one : all)
      if (found.contains(one.parent)) found.insert(one.pid);
  }
  return {found.begin(), found.end()};
}

std::string content_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();  // a file of /proc may end in an error, when its process does
  return text.str();
}

}  // namespace quiver::tests
