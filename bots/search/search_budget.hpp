// When a search has to stop: at a depth, after a number of nodes, when its time is up, or when it is told to.
//
// A search that stops by depth or by nodes alone stops at the same node on every machine. One SearchBudget
// per search and thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "bots/search/time_manager.hpp"

namespace quiver::bots {

struct SearchLimits {
  unsigned depth = std::numeric_limits<unsigned>::max();  // in moves, at least 1
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  TimeManager* time = nullptr;  // has begun; null: no clock
};

// How often a budget reads the clock and the stop flag: reading them at every node would cost too much.
struct BudgetChecks {
  std::uint64_t interval = 16;  // nodes from one check to the next
  std::uint64_t min_nodes = 0;  // the clock does not stop a search before so many nodes
};

class SearchBudget {
 public:
  // `stop` is set by another thread; null: nobody but the limits stops this search.
  explicit SearchBudget(const SearchLimits& limits, BudgetChecks checks = {},
                        const std::atomic<bool>* stop = nullptr)
      : limits_(limits), checks_(checks), stop_(stop), node_limit_(limits.nodes) {
    schedule_check();
  }

  // False: stop, and discard whatever is unfinished.
  bool count_node() {
    if (++nodes_ >= next_check_) check();
    return !exhausted_;
  }
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  // The first part of a search ends after so many more nodes, or at that time.
  void begin_part(std::uint64_t nodes, base::Time end) {
    node_limit_ = nodes < limits_.nodes - nodes_ ? nodes_ + nodes : limits_.nodes;
    part_end_ = end;
    exhausted_ = expired_ || nodes_ >= limits_.nodes || is_stopped();
    schedule_check();
  }
  // Whatever is left after that part.
  void begin_rest() { begin_part(limits_.nodes, base::Time::max()); }

 private:
  [[nodiscard]] bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  // The next multiple of the interval, or the node limit if that comes first: limits by nodes are exact.
  void schedule_check() {
    next_check_ = std::min(node_limit_, nodes_ - nodes_ % checks_.interval + checks_.interval);
  }

  void check() {
    if (exhausted_) return;
    if (nodes_ >= node_limit_ || is_stopped()) exhausted_ = true;
    if (limits_.time != nullptr) {
      const auto now = std::chrono::steady_clock::now();
      expired_ = limits_.time->over(now) && nodes_ >= checks_.min_nodes;
      exhausted_ = exhausted_ || expired_ || now >= part_end_;
    }
    schedule_check();
  }

  SearchLimits limits_;
  BudgetChecks checks_;
  const std::atomic<bool>* stop_;
  std::uint64_t node_limit_;
  base::Time part_end_ = base::Time::max();
  std::uint64_t next_check_ = 0;
  std::uint64_t nodes_ = 0;
  bool expired_ = false;  // the clock, which no new part can set back
  bool exhausted_ = false;
};

}  // namespace quiver::bots
