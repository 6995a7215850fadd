#include "bots/human/screen.hpp"

#include <cerrno>
#include <unistd.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/draw/canvas.hpp"
#include "client_sdk/draw/terminal.hpp"

namespace quiver::human {

namespace {

// Whoever took the output is gone, if it cannot be written: then the input ends as well.
void write_all(int output, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(output, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Screen::Screen(int output) : Screen(output, draw::is_capable_terminal(output), draw::has_colors(output)) {}

// Cursor home, then erase the display; a plain output gets a blank line instead.
void Screen::clear() const { write_all(output_, clears_ ? "\x1b[H\x1b[2J" : "\n"); }

// Whatever peers sent is made harmless here once more: only line ends, tabs and colours get through.
void Screen::write(std::string_view text) const {
  write_all(output_, base::harmless_text(text, base::Keep::kLinesAndColors));
}

std::string Screen::piece(base::Seat s) const {
  const std::string number = std::to_string(s.value());
  return colors_ ? draw::painted(" " + number + " ", draw::paint_of(s), true) : number;
}

}  // namespace quiver::human
