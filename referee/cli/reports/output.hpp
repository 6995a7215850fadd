// Standard output with error checks (a full disk is reported), and warnings on standard error.
#pragma once

#include <string>
#include <string_view>

namespace quiver::cli {

// Collects whole strings, makes them harmless but for lines and colours, passes them on. Throws UsageError.
class Output {
 public:
  Output& operator<<(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= kPiece) flush();
    return *this;
  }
  // Writes the rest; to be called once, at the end.
  void finish() { flush(); }

  // Whether standard output is a terminal.
  static bool is_terminal();
  // True if standard output is a terminal with colours and nobody said NO_COLOR.
  static bool has_colors();

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  // Writes everything that is collected; blocks until the kernel has taken it.
  void flush();
  std::string buffer_;
};

// For whoever started the program: one line on stderr, behind "quiver: ".
void warn(const std::string& sentence);

}  // namespace quiver::cli
