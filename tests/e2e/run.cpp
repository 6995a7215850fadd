#include "tests/e2e/run.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace quiver::tests {

namespace {

std::string temporary_path() {
  std::string path =
      std::string(std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp") + "/quiver-test-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) throw std::runtime_error("no temporary file");
  close(file);
  return path;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void redirect(const std::string& path, int descriptor) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
  close(file);
}

[[noreturn]] void become_program(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  std::string program = QUIVER_PROGRAM;
  argv.push_back(program.data());
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  execv(QUIVER_PROGRAM, argv.data());
  _exit(127);
}

Ran run_with(const std::string& out, const std::vector<std::string>& arguments,
             const std::map<std::string, std::string>& environment) {
  const std::string err = temporary_path();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    for (const auto& [name, value] : environment)
      value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
    redirect("/dev/null", STDIN_FILENO);
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    become_program(arguments);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  Ran ran{"", content_of(err), WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
  unlink(err.c_str());
  return ran;
}

}  // namespace

Ran run(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& environment) {
  const std::string out = temporary_path();
  Ran ran = run_with(out, arguments, environment);
  ran.out = content_of(out);
  unlink(out.c_str());
  return ran;
}

Ran run_into(const std::string& path, const std::vector<std::string>& arguments) {
  return run_with(path, arguments, {});
}

TemporaryFile::TemporaryFile(const std::string& content) : path_(temporary_path()) {
  std::ofstream(path_, std::ios::binary) << content;
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

}  // namespace quiver::tests
