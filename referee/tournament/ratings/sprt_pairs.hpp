// Feeds a sequential test with games that end in any order.
//
// The test looks at pairs in the order of the schedule, so that its verdict is the same at any concurrency
// and favours no result that is quick to reach: a pair counts when it and all before it have been played. One
// thread.
#pragma once

#include <cstdint>
#include <map>

#include "referee/store/standings.hpp"
#include "referee/tournament/ratings/sprt.hpp"

namespace quiver::tournament {

class SprtPairs {
 public:
  explicit SprtPairs(Sprt sprt) : sprt_(sprt) {}

  // The game `index` of the two, from 0, and what the one under test got: 1, 0.5 or 0.
  void add(std::uint32_t index, double points);
  [[nodiscard]] bool decided() const { return sprt_.state() != Sprt::State::kContinue; }
  [[nodiscard]] store::Standings::Sprt state() const;

 private:
  struct Pair {
    unsigned half_points = 0;
    unsigned games = 0;
  };
  Sprt sprt_;
  std::map<std::uint32_t, Pair> waiting_;
  std::uint32_t next_ = 0;
};

}  // namespace quiver::tournament
