#include "referee/cli/terminal/live_block.hpp"

#include <algorithm>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

#include "client_sdk/base/harmless_text.hpp"

namespace quiver::cli {

namespace {

constexpr auto kBetween = std::chrono::milliseconds(100);

// What is assumed of a terminal that does not tell its size.
struct Size {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

Size screen() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

// The first `most` characters, which are not bytes.
std::string cut_to(const std::string& line, std::size_t most) {
  std::size_t characters = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if ((line[k] & 0xC0) == 0x80) continue;
    if (characters++ == most) return line.substr(0, k);
  }
  return line;
}

}  // namespace

bool LiveBlock::possible() { return isatty(STDOUT_FILENO) == 1; }

std::size_t LiveBlock::room() { return screen().rows - 1; }

bool LiveBlock::due() const { return std::chrono::steady_clock::now() - drawn_ >= kBetween; }

void LiveBlock::draw(const std::vector<std::string>& lines) {
  const Size size = screen();
  const std::size_t count = std::min(lines.size(), size.rows - 1);
  std::string out;
  // ANSI escapes: up by so many lines, clear to the end of each line, then everything below.
  if (shown_ > 0) out += "\033[" + std::to_string(shown_) + "A";
  for (std::size_t k = 0; k < count; ++k)
    out += "\r" + cut_to(base::harmless_text(lines[k]), size.columns - 1) + "\033[K\n";
  out += "\033[J";
  std::fwrite(out.data(), 1, out.size(), stdout);
  std::fflush(stdout);
  shown_ = count;
  drawn_ = std::chrono::steady_clock::now();
}

void LiveBlock::clear() {
  if (shown_ == 0) return;
  std::fprintf(stdout, "\033[%zuA\r\033[J", shown_);
  std::fflush(stdout);
  shown_ = 0;
}

}  // namespace quiver::cli
