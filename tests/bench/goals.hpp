// Goals: ratios between benchmarks of one run, and what they should be.
//
// A time alone says as much about the machine as about the program; a ratio measured side by side does
// not. Where a time is asked for all the same, it is for a machine as docs/develop/performance.md tells. The
// reporter shows the usual table, then every goal with what was measured.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace quiver::bench {

struct Goal {
  std::string what;
  std::string numerator;    // names of benchmarks
  std::string denominator;  // empty: the numerator's counter `allocations` is meant
  double bound;
  bool at_least;    // or at most
  double unit = 0;  // in nanoseconds; not 0: the numerator's own time is meant
};

class GoalReporter : public benchmark::ConsoleReporter {
 public:
  explicit GoalReporter(std::vector<Goal> goals) : goals_(std::move(goals)) {}

  void ReportRuns(const std::vector<Run>& runs) override;

  // Prints the goals whose benchmarks ran; false if one of them was missed.
  bool print_goals();

 private:
  std::vector<Goal> goals_;
  std::map<std::string, double> nanoseconds_;
  std::map<std::string, double> allocations_;
};

}  // namespace quiver::bench
