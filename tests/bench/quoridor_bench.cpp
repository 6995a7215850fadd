#include <benchmark/benchmark.h>

#include "client_sdk/games/perft.hpp"
#include "tests/bench/play_all.hpp"
#include "tests/bench/searching_quoridor.hpp"

namespace quiver::bench {

namespace {

using games::Quoridor;

constexpr std::uint64_t kPerft3 = 2062264;

void expect(benchmark::State& state, std::uint64_t count) {
  if (count != kPerft3) state.SkipWithError("the count is wrong");
  state.counters["leaves"] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate);
}

void QuoridorSearching(benchmark::State& state) {
  const Quoridor start = start_of<Quoridor>({});
  SearchingQuoridor searching(start);
  std::uint64_t count = 0;
  for (auto _ : state) count = searching.perft(3);
  expect(state, count);
}
BENCHMARK(QuoridorSearching)->Unit(benchmark::kMillisecond);

void QuoridorPerft(benchmark::State& state) {
  Quoridor game = start_of<Quoridor>({});
  std::uint64_t count = 0;
  for (auto _ : state) count = games::perft(game, 3, games::LastPly::kMade);
  expect(state, count);
}
BENCHMARK(QuoridorPerft)->Unit(benchmark::kMillisecond)->Repetitions(3);

void QuoridorPlayAll(benchmark::State& state) { play_all<Quoridor>(state, {}); }
BENCHMARK(QuoridorPlayAll)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace quiver::bench
