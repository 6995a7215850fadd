#include "referee/cli/output.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "referee/cli/usage_error.hpp"

namespace quiver::cli {

bool Output::is_terminal() { return isatty(STDOUT_FILENO) == 1; }

bool Output::has_colors() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  return is_terminal() && term != nullptr && std::string_view(term) != "dumb";
}

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
