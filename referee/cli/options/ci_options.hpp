// The options for CI jobs: what is expected of the bots, and reports that such systems read. The commands
// that play games share them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quiver::cli {

class Command;

// --expect, --junit and --tap as they were given; nothing is checked yet.
struct CiOptions {
  std::optional<std::string> junit;       // a file
  bool tap = false;                       // stdout is the report's alone
  std::vector<std::string> expectations;  // as they were typed

  // Binds the options to this object, which must outlive the run of the command.
  void add_to(Command& command);
};

// What the commands' help says about them.
extern const char* const kCiHelp;

}  // namespace quiver::cli
