#include "tests/bench/goals.hpp"

#include <cstdio>

namespace quiver::bench {

void GoalReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred || run.run_type != Run::RT_Iteration || run.iterations == 0) continue;
    // With repetitions, the fastest: whatever else the machine does can only add to it.
    const double time = run.real_accumulated_time / static_cast<double>(run.iterations) * 1e9;
    const std::string& name = run.run_name.function_name;
    if (nanoseconds_.count(name) == 0 || time < nanoseconds_[name]) nanoseconds_[name] = time;
    if (const auto found = run.counters.find("allocations"); found != run.counters.end())
      allocations_[name] = found->second;
  }
  ConsoleReporter::ReportRuns(runs);
}

bool GoalReporter::print_goals() {
  bool all_met = true;
  std::printf("\n%-70s %10s %12s\n", "goal", "measured", "asked");
  for (const Goal& goal : goals_) {
    double measured = 0;
    if (goal.unit != 0) {
      if (nanoseconds_.count(goal.numerator) == 0) continue;
      measured = nanoseconds_[goal.numerator] / goal.unit;
    } else if (goal.denominator.empty()) {
      if (allocations_.count(goal.numerator) == 0) continue;
      measured = allocations_[goal.numerator];
    } else {
      if (nanoseconds_.count(goal.numerator) == 0 || nanoseconds_.count(goal.denominator) == 0) continue;
      measured = nanoseconds_[goal.numerator] / nanoseconds_[goal.denominator];
    }
    const bool met = goal.at_least ? measured >= goal.bound : measured <= goal.bound;
    all_met = all_met && met;
    std::printf("%-70s %10.2f %7s %4.0f%s\n", goal.what.c_str(), measured,
                goal.at_least ? ">=" : "<=", goal.bound, met ? "" : "   MISSED");
  }
  return all_met;
}

}  // namespace quiver::bench
