// A part of a test in a process of its own.
#pragma once

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace quiver::tests {

// Forked at once. The part tells the test things through say(); the test hears them with hear().
class Child {
 public:
  using Say = std::function<void(const std::string&)>;
  explicit Child(const std::function<void(const Say&)>& part) {
    if (pipe(ends_.data()) != 0 || (pid_ = fork()) < 0) throw std::runtime_error("no process");
    if (pid_ == 0) {
      close(ends_[0]);
      part([this](const std::string& line) {
        const std::string whole = line + "\n";
        if (write(ends_[1], whole.data(), whole.size()) < 0) _exit(1);
      });
      _exit(0);
    }
    close(ends_[1]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    end();
    close(ends_[0]);
  }

  // The next line; "" when it has ended.
  std::string hear() {
    std::string line;
    for (char c = 0; read(ends_[0], &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  // kill -9.
  void end() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  std::array<int, 2> ends_{};
  pid_t pid_ = 0;
};

}  // namespace quiver::tests
