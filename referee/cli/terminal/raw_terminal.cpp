#include "referee/cli/terminal/raw_terminal.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/draw/terminal.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

namespace {

// Another screen, no cursor, no wrapping; and back.
constexpr const char* kEnter = "\x1b[?1049h\x1b[?25l\x1b[?7l";
constexpr const char* kLeave = "\x1b[?7h\x1b[?25h\x1b[?1049l";

// A terminal that is gone cannot be told anything: nothing to be done.
void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

sigset_t taken_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH}) sigaddset(&set, one);
  return set;
}

}  // namespace

bool RawTerminal::possible() { return isatty(STDIN_FILENO) == 1 && draw::is_capable_terminal(STDOUT_FILENO); }

RawTerminal::RawTerminal() {
  if (tcgetattr(STDIN_FILENO, &before_) != 0)
    throw UsageError(std::string("the terminal cannot be used: ") + std::strerror(errno));
  const sigset_t set = taken_signals();
  // Blocked and read from a descriptor: a handler could interrupt a half-written screen.
  sigprocmask(SIG_BLOCK, &set, &mask_before_);
  signals_ = launch::Descriptor(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_) {
    sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    throw UsageError(std::string("the terminal cannot be used: ") + std::strerror(errno));
  }
  enter();
}

RawTerminal::~RawTerminal() {
  leave();
  sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

void RawTerminal::enter() {
  termios raw = before_;
  // Signals stay enabled (ISIG): Ctrl-C comes as SIGINT and not as a key.
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  write_all(kEnter);
}

void RawTerminal::leave() const {
  write_all(kLeave);
  tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

RawTerminal::Event RawTerminal::take_signal() {
  using What = Event::What;
  signalfd_siginfo info{};
  if (read(signals_.get(), &info, sizeof info) != sizeof info) return {What::kTime, "", 0};
  const int number = static_cast<int>(info.ssi_signo);
  if (number == SIGWINCH) return {What::kRedraw, "", 0};
  if (number != SIGTSTP) return {What::kSignal, "", number};
  leave();
  raise(SIGSTOP);  // and on from here when somebody says fg
  enter();
  return {What::kRedraw, "", 0};
}

RawTerminal::Event RawTerminal::wait(const std::optional<base::Duration>& longest) {
  using What = Event::What;
  std::array<pollfd, 2> both = {{{signals_.get(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
  const int millis =
      longest ? static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*longest).count()) : -1;
  if (poll(both.data(), both.size(), millis) < 0)
    return {errno == EINTR ? What::kRedraw : What::kClosed, "", 0};
  if (both[0].revents != 0) return take_signal();
  if (both[1].revents == 0) return {What::kTime, "", 0};
  std::array<char, 256> bytes{};
  const ssize_t size = read(STDIN_FILENO, bytes.data(), bytes.size());
  if (size <= 0) return {size < 0 && errno == EINTR ? What::kRedraw : What::kClosed, "", 0};
  return {What::kKeys, std::string(bytes.data(), static_cast<std::size_t>(size)), 0};
}

void RawTerminal::show(const std::string& text) const {
  std::string out = "\x1b[H";
  for (const char c : base::harmless_text(text, base::Keep::kLinesAndColors))
    out += c == '\n' ? "\x1b[K\n" : std::string(1, c);
  write_all(out + "\x1b[K\x1b[J");
}

std::size_t RawTerminal::height() const {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace quiver::cli
