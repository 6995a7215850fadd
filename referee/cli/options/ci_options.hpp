// The options for CI jobs: what is expected of the bots, and reports that such systems read. The commands
// that play games share them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quiver::cli {

class Command;

struct CiOptions {
  std::optional<std::string> junit;       // a file
  bool tap = false;                       // stdout is the report's alone
  std::vector<std::string> expectations;  // as they were typed

  void add_to(Command& command);
};

// What the commands' help says about them.
extern const char* const kCiHelp;

}  // namespace quiver::cli
