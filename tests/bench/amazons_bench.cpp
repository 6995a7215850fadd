#include <vector>

#include <benchmark/benchmark.h>

#include "client_sdk/games/perft.hpp"
#include "tests/bench/naive_amazons.hpp"
#include "tests/bench/play_all.hpp"

namespace quiver::bench {

namespace {

using base::Vertex;
using games::Amazons;
using games::AmazonsMove;
using graph::Direction;

constexpr std::uint64_t kPerft2 = 4307152;
constexpr std::uint64_t kPerft3 = 8350439170;

Amazons classic() {
  games::Options options;
  options.start = "classic";
  return start_of<Amazons>(options);
}

void expect(benchmark::State& state, std::uint64_t count, std::uint64_t known) {
  if (count != known) state.SkipWithError("the count is wrong");
  state.counters["leaves"] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate);
}

void run_naive(benchmark::State& state, NaiveAmazons::Scan scan) {
  NaiveAmazons naive(10, scan);
  std::uint64_t count = 0;
  for (auto _ : state) count = naive.perft(2);
  expect(state, count, kPerft2);
}

// The baseline of the goals, and its less naive sister that stops at the column it looked for.
void AmazonsNaive(benchmark::State& state) { run_naive(state, NaiveAmazons::Scan::kEveryColumn); }
void AmazonsNaiveUntilFound(benchmark::State& state) { run_naive(state, NaiveAmazons::Scan::kUntilFound); }
BENCHMARK(AmazonsNaive)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(AmazonsNaiveUntilFound)->Unit(benchmark::kMillisecond)->Iterations(1);

// Every leaf is really made in memory: the clobber keeps the compiler from cancelling make and unmake.
void AmazonsPerftMade(benchmark::State& state) {
  Amazons game = classic();
  std::uint64_t count = 0;
  for (auto _ : state) {
    count = 0;
    game.for_each_child([&](const AmazonsMove&) {
      count += game.for_each_child([](const AmazonsMove&) { benchmark::ClobberMemory(); });
    });
  }
  expect(state, count, kPerft2);
}
BENCHMARK(AmazonsPerftMade)->Unit(benchmark::kMillisecond)->Repetitions(3);

void AmazonsPerftCounted(benchmark::State& state) {
  Amazons game = classic();
  std::uint64_t count = 0;
  for (auto _ : state) count = games::perft(game, 2, games::LastPly::kCounted);
  expect(state, count, kPerft2);
}
BENCHMARK(AmazonsPerftCounted)->Unit(benchmark::kMillisecond)->Repetitions(3);

void AmazonsPerftDepth3Counted(benchmark::State& state) {
  Amazons game = classic();
  std::uint64_t count = 0;
  for (auto _ : state) count = games::perft(game, 3, games::LastPly::kCounted);
  expect(state, count, kPerft3);
}
BENCHMARK(AmazonsPerftDepth3Counted)->Unit(benchmark::kMillisecond)->Iterations(1);

// Legal moves with a queen's ray and an arrow's ray of three steps each, from queens all over the board.
std::vector<AmazonsMove> moves_of_three_steps(const Amazons& game) {
  std::vector<AmazonsMove> moves;
  const auto three = [&](Vertex v, Direction d) {
    for (int k = 0; k < 3 && game.graph().contains(v); ++k) v = game.graph().step(v, d);
    return v;
  };
  for (const Vertex from : game.queens(game.to_move())) {
    for (const Direction d : graph::kAllDirections) {
      for (const Direction e : graph::kAllDirections) {
        const Vertex to = three(from, d);
        if (!game.graph().contains(to)) continue;
        const AmazonsMove move{from, to, three(to, e)};
        if (game.check(move)) moves.push_back(move);
      }
    }
  }
  std::vector<AmazonsMove> spread;
  for (std::size_t k = 0; k < 64; ++k) spread.push_back(moves[k * moves.size() / 64]);
  return spread;
}

void check_moves(benchmark::State& state, std::uint32_t side) {
  games::Options options;
  options.size = side;
  const Amazons game = start_of<Amazons>(options);
  const auto moves = moves_of_three_steps(game);
  for (auto _ : state)
    for (const AmazonsMove& move : moves) benchmark::DoNotOptimize(game.check(move).has_value());
}
void AmazonsCheck10(benchmark::State& state) { check_moves(state, 10); }
void AmazonsCheck1000(benchmark::State& state) { check_moves(state, 1000); }
BENCHMARK(AmazonsCheck10)->Repetitions(3);
BENCHMARK(AmazonsCheck1000)->Repetitions(3);

void AmazonsPlayAll(benchmark::State& state) { play_all<Amazons>(state, {}); }
BENCHMARK(AmazonsPlayAll)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace quiver::bench
