#include "referee/cli/output.hpp"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "client_sdk/draw/terminal.hpp"
#include "referee/cli/usage_error.hpp"

namespace quiver::cli {

bool Output::is_terminal() { return isatty(STDOUT_FILENO) == 1; }

bool Output::has_colors() { return draw::has_colors(STDOUT_FILENO); }

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw UsageError(std::string("the output cannot be written: ") + std::strerror(errno));
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

}  // namespace quiver::cli
