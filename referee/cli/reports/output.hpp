// Standard output that notices when nobody takes it: a full disk is an error, not silence.
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

  static bool is_terminal();
  // True if standard output is a terminal with colours and nobody said NO_COLOR.
  static bool has_colors();

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  void flush();
  std::string buffer_;
};

}  // namespace quiver::cli
