// How far a search goes: to a depth, for a number of positions, until time is up; whichever comes first.
//
// What ends by depth or number alone ends the same way on every machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include "bots/thinking_time.hpp"

namespace quiver::bots {

struct SearchLimits {
  unsigned depth = std::numeric_limits<unsigned>::max();  // in moves, at least 1
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  ThinkingTime* time = nullptr;  // has begun; none: no clock
};

// Counts the positions of one search and says when to stop. The clock is read only now and then.
class SearchCount {
 public:
  explicit SearchCount(const SearchLimits& limits) : limits_(limits) {}

  void add() {
    if (++nodes_ >= limits_.nodes) stopped_ = true;
    if (limits_.time != nullptr && nodes_ % kBetweenClocks == 0 &&
        limits_.time->over(std::chrono::steady_clock::now()))
      stopped_ = true;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint64_t kBetweenClocks = 16;

  SearchLimits limits_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace quiver::bots
