// Runs the benchmarks and tells which goals were met: ./quiver bench
//
// Takes Google Benchmark's own options, e.g. --benchmark_filter=Quoridor. Exits with 1 if a goal was missed.
#include <benchmark/benchmark.h>

#include "client_sdk/graph/gsl_errors.hpp"
#include "tests/bench/goals.hpp"

int main(int argc, char** argv) {
  quiver::graph::turn_off_gsl_abort();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  quiver::bench::GoalReporter reporter({
      {"Amazons 10x10 perft(2), every leaf made: times the naive generator", "AmazonsNaive",
       "AmazonsPerftMade", 300, true},
      {"the same with the last ply counted", "AmazonsNaive", "AmazonsPerftCounted", 1000, true},
      {"check of a legal move, 1000x1000 against 10x10", "AmazonsCheck1000", "AmazonsCheck10", 3, false},
      {"Quoridor 9x9 perft(3): times the one that searches after every wall", "QuoridorSearching",
       "QuoridorPerft", 10, true},
      {"building the graph of 1000x1000 against 100x100", "GraphBuild1000", "GraphBuild100", 150, false},
      {"allocations of generate, apply, undo in a game of Amazons", "AmazonsPlayAll", "", 0, false},
      {"allocations of generate, apply, undo in a game of Quoridor", "QuoridorPlayAll", "", 0, false},
      {"allocations of generate, apply, undo in a game of Connect Four", "ConnectFourPlayAll", "", 0, false},
      {"Connect Four 6x7, solving a position of 28 discs or more, us in the mean", "ConnectFourSolveLate", "",
       100, false, 1e3},
      {"Connect Four 6x7, solving an easy position of 14 to 27 discs, ms in the mean", "ConnectFourSolveEasy",
       "", 10, false, 1e6},
  });
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return reporter.print_goals() ? 0 : 1;
}
