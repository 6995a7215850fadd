// Limits log lines that anybody on the network can cause, so that they do not fill the disk or bury others.
//
// Of each kind the first ten in ten seconds are written; the others are counted, and summed up in one line
// when the ten seconds are over. The program defines the kinds; there are few. Time is passed in; one thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

class LogLimiter {
 public:
  static constexpr unsigned kMost = 10;
  static constexpr base::Duration kPeriod = std::chrono::seconds(10);

  // Whether a line of this kind may be written now. Call sums() first: it ends the previous period.
  bool admit(std::string_view kind, base::Time now);
  // "refused: and 4,812 more like this in the last 10 s", for each kind whose period is over, or for all.
  std::vector<std::string> sums(base::Time now, bool all = false);

 private:
  // The lines of one kind since the first of them.
  struct Period {
    base::Time began;
    unsigned written = 0;
    std::uint64_t left_out = 0;
  };
  std::map<std::string, Period, std::less<>> kinds_;
};

// 4,812
std::string with_commas(std::uint64_t number);

}  // namespace quiver::net
