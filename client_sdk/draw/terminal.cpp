#include "client_sdk/draw/terminal.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace quiver::draw {

bool is_capable_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return isatty(descriptor) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

// no-color.org: any value but the empty one turns colours off.
bool has_colors(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && is_capable_terminal(descriptor);
}

}  // namespace quiver::draw
