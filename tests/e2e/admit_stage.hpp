// Submissions: made in a folder of the test, and given to `quiver admit`.
#pragma once

#include "referee/teams/build/admit_line.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

class AdmitStage : public Stage {
 protected:
  struct Admitted {
    int exit_code = -1;
    std::string lines;  // of all stages, "build: …\n"
    teams::AdmitLine verdict;
    std::string out, err;
  };

  // Runs `quiver admit` with --json and clocks that nobody runs out of.
  Admitted admit(const Arguments& arguments);
  // A folder with these files; its path.
  std::string folder_of(const std::string& name, const std::map<std::string, std::string>& files) const;
  // One whose Makefile runs these commands for its only target, each a line; bash runs them.
  std::string makefile_of(const std::string& name, const std::vector<std::string>& commands) const;

  void expect_admitted(const Admitted& done, const std::string& kind) const;
  // With a sentence that has this in it, and nothing else on the last line.
  void expect_refused(const Admitted& done, const std::string& why) const;
  // Plays a game of the bundle alone: what was submitted must be gone. The record.
  wire::Record play(const std::string& bundle, const std::string& name, const std::string& game,
                    const games::Options& options) const;
};

bool contains(const std::string& text, const std::string& part);

// A board of Amazons where games are short.
Arguments small_amazons();
games::Options small_amazons_options();

}  // namespace quiver::tests
