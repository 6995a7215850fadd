#include <benchmark/benchmark.h>

#include "client_sdk/graph/layout.hpp"
#include "tests/bench/play_all.hpp"

namespace quiver::bench {

namespace {

void build(benchmark::State& state, std::uint32_t side) {
  const auto layout = graph::rectangle(side, side);
  for (auto _ : state) benchmark::DoNotOptimize(graph::build_graph(*layout, graph::Adjacency::kEight));
}
void GraphBuild100(benchmark::State& state) { build(state, 100); }
void GraphBuild1000(benchmark::State& state) { build(state, 1000); }
BENCHMARK(GraphBuild100)->Unit(benchmark::kMicrosecond)->Repetitions(3);
BENCHMARK(GraphBuild1000)->Unit(benchmark::kMicrosecond)->Repetitions(3);

void ConnectFourPlayAll(benchmark::State& state) { play_all<games::ConnectFour>(state, {}); }
BENCHMARK(ConnectFourPlayAll)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace quiver::bench
