#include "referee/cli/ci_options.hpp"

#include "referee/cli/command_line.hpp"

namespace quiver::cli {

const char* const kCiHelp =
    R"(  --expect "A>=0.55"   exit with 1 unless A's score is so; also >, <=, <. May
                       stand there several times, as may
  --expect A:no-faults exit with 1 if A went out for anything but BLOCKED or
                       RESIGNED
  --junit FILE         write JUnit's XML there: a test case a game, and one an
                       expectation
  --tap                the same on stdout, in TAP, and nothing else
)";

void CiOptions::add_to(Command& command) {
  command.words("--expect", expectations);
  command.word("--junit", junit);
  command.flag("--tap", tap);
}

}  // namespace quiver::cli
