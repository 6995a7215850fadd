// One game of a hostile bot against an innocent one, through a daemon that plays innocent games all the
// while.
//
// The hostile game comes back as its record. The innocent games beside it must end as the one before it did,
// move by move, and the daemon must be none the worse for it.
#pragma once

#include <ostream>
#include <string>

#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

struct HostileCase {
  std::string name = {};          // of the test
  std::string behaviour = {};     // the words for hostile-bot
  std::string verdict = {};       // empty: none, and the game is played to its end
  std::string detail = {};        // has to be in the verdict's detail
  std::string clock = {};         // of the hostile bot alone, such as move-time=1s
  Arguments game = {"connect4"};  // with its options
  unsigned seat = 0;              // the hostile one's
  std::string limits = {};        // memory= and the like, of the hostile bot alone

  friend std::ostream& operator<<(std::ostream& out, const HostileCase& one) { return out << one.name; }
};

class HostileGameBase : public Stage {
 protected:
  // Plays it, and checks everything that does not depend on the case.
  wire::Record play_beside_innocents(const HostileCase& one);
  static void expect_verdict(const HostileCase& one, const wire::Record& record);
};

class HostileGame : public HostileGameBase, public testing::WithParamInterface<HostileCase> {};

inline std::string name_of_case(const testing::TestParamInfo<HostileCase>& info) { return info.param.name; }

}  // namespace quiver::tests
