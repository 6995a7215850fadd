#include "tests/e2e/terminal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <pty.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/e2e/program.hpp"

namespace quiver::tests {

namespace {

constexpr int kTimeout = 120'000;  // ms

[[noreturn]] void become(const std::string& path, const std::vector<std::string>& arguments,
                         const std::string& folder) {
  setenv("TMPDIR", folder.c_str(), 1);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  std::vector<char*> argv{const_cast<char*>(path.c_str())};
  for (const std::string& one : arguments) argv.push_back(const_cast<char*>(one.c_str()));
  argv.push_back(nullptr);
  execv(path.c_str(), argv.data());
  _exit(127);
}

}  // namespace

Terminal::Terminal(const std::string& path, const std::vector<std::string>& arguments,
                   const std::string& folder) {
  winsize size{50, 100, 0, 0};
  pid_ = forkpty(&master_, nullptr, nullptr, &size);
  if (pid_ < 0) throw std::runtime_error("no pseudo-terminal");
  if (pid_ == 0) become(path, arguments, folder);
}

Terminal::~Terminal() {
  close();
  if (reaped_) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Terminal::press(const std::string& keys) {
  EXPECT_EQ(write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

// Codes begin with ESC [ and end with a letter.
void Terminal::add(char c) {
  switch (code_) {
    case Code::kNone:
      if (c == '\x1b')
        code_ = Code::kEscape;
      else if (c != '\r')
        text_ += c;
      break;
    case Code::kEscape:
      code_ = c == '[' ? Code::kInside : Code::kNone;
      break;
    case Code::kInside:
      if (c >= '@' && c <= '~') code_ = Code::kNone;
      break;
  }
}

bool Terminal::read_more() {
  pollfd watched{master_, POLLIN, 0};
  if (master_ < 0 || poll(&watched, 1, kTimeout) <= 0) return false;
  std::array<char, 4096> buffer{};
  const ssize_t got = read(master_, buffer.data(), buffer.size());
  if (got <= 0) return false;  // the last who had it open is gone
  for (ssize_t k = 0; k < got; ++k) add(buffer[static_cast<std::size_t>(k)]);
  return true;
}

void Terminal::expect(const std::string& text) {
  EXPECT_EQ(expect_one_of({text}), 0U) << "\"" << text << "\" was not said. The screen:\n" << text_;
}

std::size_t Terminal::expect_one_of(const std::vector<std::string>& texts) {
  while (true) {
    std::size_t which = texts.size();
    std::size_t first = std::string::npos;
    for (std::size_t k = 0; k < texts.size(); ++k)
      if (const std::size_t at = text_.find(texts[k], found_); at < first) first = at, which = k;
    if (which < texts.size()) {
      found_ = first + texts[which].size();
      return which;
    }
    if (!read_more()) return which;
  }
}

void Terminal::close() {
  if (master_ >= 0) ::close(master_);
  master_ = -1;
}

int Terminal::wait() {
  int status = 0;
  const bool ended = eventually([&] {
    // Whoever writes to a terminal that nobody reads waits for ever.
    pollfd watched{master_, POLLIN, 0};
    if (master_ >= 0 && poll(&watched, 1, 0) > 0) read_more();
    return waitpid(pid_, &status, WNOHANG) == pid_;
  });
  if (!ended) return -1;
  reaped_ = true;
  while (master_ >= 0 && read_more()) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace quiver::tests
