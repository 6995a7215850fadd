// Matches of players for whom a host speaks.
#pragma once

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

class Hosts : public Stage {
 protected:
  // The records of `quiver match` with patient clocks, which ends well.
  std::vector<wire::Record> match(const Arguments& arguments, const Arguments& clock = patient_clock());
  // A script that everybody may run; the path.
  std::string script(const std::string& name, const std::string& content) const;
  // One game that the bot, in seat 0, loses for this reason; the record says why.
  wire::Record expect_out(const Arguments& arguments, const std::string& bot, const std::string& reason,
                          const std::string& detail);

 private:
  unsigned matches_ = 0;
};

// A file beside the sources of the tests.
std::string fixture(const std::string& name);
// One of the course's players; `wish` is what it does wrong (fixtures/course_misdeeds.h).
std::string course_player(const std::string& name, const std::string& wish = "");

}  // namespace quiver::tests
