// How much a search may still do: positions counted, the clock read now and then, and a word to stop.
//
// One for each thread that searches. Only the one that was given a clock reads it; all listen to the same
// word, which any of them may say.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "bots/search_limits.hpp"

namespace quiver::bots::connect4::champion {

class Effort {
 public:
  Effort(const SearchLimits& limits, std::atomic<bool>& stop)
      : limits_(limits), until_(limits.nodes), stop_(stop) {}

  // One more position. False: stop, and believe nothing that was not finished.
  bool add() {
    if (++nodes_ % kBetweenLooks == 0 || nodes_ >= until_) look();
    return !stopped_;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  // A part of the whole ends after so many positions from now, or at that moment.
  void begin_part(std::uint64_t nodes, base::Time until) {
    until_ = nodes < limits_.nodes - nodes_ ? nodes_ + nodes : limits_.nodes;
    part_ends_ = until;
    stopped_ = nodes_ >= limits_.nodes || stop_.load(std::memory_order_relaxed);
  }
  // The rest is for whoever comes next.
  void begin_rest() { begin_part(limits_.nodes, base::Time::max()); }

 private:
  static constexpr std::uint64_t kBetweenLooks = 256;

  void look() {
    if (nodes_ >= until_ || stop_.load(std::memory_order_relaxed)) stopped_ = true;
    if (limits_.time == nullptr) return;
    const auto now = std::chrono::steady_clock::now();
    if (limits_.time->over(now)) {
      stop_.store(true, std::memory_order_relaxed);
      stopped_ = true;
    }
    if (now >= part_ends_) stopped_ = true;
  }

  SearchLimits limits_;
  std::uint64_t until_;
  base::Time part_ends_ = base::Time::max();
  std::atomic<bool>& stop_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace quiver::bots::connect4::champion
