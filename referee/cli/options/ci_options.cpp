#include "referee/cli/options/ci_options.hpp"

#include "referee/cli/options/command_line.hpp"

namespace quiver::cli {

const char* const kCiHelp =
    R"(  --expect "A>=0.55"   exit with 1 unless A's score meets this; also >, <=, <;
                       repeatable
  --expect A:no-faults exit with 1 if A was eliminated for anything but BLOCKED
                       or RESIGNED
  --junit FILE         write a JUnit XML report: one test case per game and per
                       expectation
  --tap                the same on stdout, in TAP, and nothing else
)";

void CiOptions::add_to(Command& command) {
  command.words("--expect", expectations);
  command.word("--junit", junit);
  command.flag("--tap", tap);
}

}  // namespace quiver::cli
