#include "referee/cli/reports/output.hpp"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <unistd.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/terminal.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

bool Output::is_terminal() { return isatty(STDOUT_FILENO) == 1; }

bool Output::has_colors() { return draw::has_colors(STDOUT_FILENO); }

// Whatever a terminal would obey comes out as text, wherever it got in. Foreign text is made harmless before
// it is put among ours all the same, because here its line ends and colours pass for our own.
void Output::flush() {
  const std::string harmless = base::harmless_text(buffer_, base::Keep::kLinesAndColors);
  std::string_view rest = harmless;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw UsageError(std::string("the output cannot be written: ") + std::strerror(errno));
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void warn(const std::string& sentence) { std::cerr << "quiver: " << base::one_line(sentence) << '\n'; }

}  // namespace quiver::cli
