// How long the solver of Connect Four takes for a position of 6 by 7 that it has never seen, in the mean over
// a thousand that games by chance come to.
//
// As the public sets are made: late ones of 28 discs or more, and easy ones of 14 to 27, in which somebody
// wins with one of the next thirteen moves.
#include <ctime>
#include <optional>
#include <vector>

#include <benchmark/benchmark.h>

#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/exact.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bench {

namespace {

using namespace bots::connect4::champion;  // NOLINT(google-build-using-namespace)

constexpr std::size_t kPositions = 1000;
constexpr BookBoard kBoard{Size{}};

// After so many discs by chance; none if the game ends before, or with the next disc.
std::optional<Discs<Word64>> by_chance(unsigned plies, base::Random& random) {
  Discs<Word64> discs;
  while (discs.ply < plies) {
    const Word64 move = kBoard.landing(discs.all) & (Word64{63} << (7 * random.below(7)));
    if (!any(move)) continue;
    if (any(move & kBoard.completing(discs.own))) return std::nullopt;
    discs = discs.with(move);
  }
  if (any(kBoard.completing(discs.own) & kBoard.landing(discs.all))) return std::nullopt;
  return discs;
}

bool is_easy(const Discs<Word64>& discs, Table& table) {
  std::atomic<bool> stop{false};
  Effort effort({}, stop);
  Exact<BookBoard> exact(kBoard, table, effort);
  const int won = (31 - static_cast<int>(discs.ply)) / 2;
  const int lost = -(32 - static_cast<int>(discs.ply)) / 2;
  const int score = *exact.score(discs, lost, won);
  return score == won || score == lost;
}

// This thread's own, so that what else the machine does is not counted.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void solve_all(benchmark::State& state, const std::vector<Discs<Word64>>& positions) {
  Table table(std::size_t{64} << 20, Size{}.bits());
  std::size_t next = 0;
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    table.forget_all();
    std::atomic<bool> stop{false};
    Effort effort({}, stop);
    const double began = processor_seconds();
    Exact<BookBoard> exact(kBoard, table, effort);
    const Discs<Word64>& discs = positions[next++ % positions.size()];
    benchmark::DoNotOptimize(exact.score(discs, exact.least(discs.ply), exact.most(discs.ply)));
    state.SetIterationTime(processor_seconds() - began);
    nodes += effort.nodes();
  }
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

void ConnectFourSolveLate(benchmark::State& state) {
  base::Random random(1);
  std::vector<Discs<Word64>> positions;
  while (positions.size() < kPositions)
    if (const auto discs = by_chance(static_cast<unsigned>(28 + random.below(13)), random))
      positions.push_back(*discs);
  solve_all(state, positions);
}
BENCHMARK(ConnectFourSolveLate)->Iterations(kPositions)->UseManualTime()->Unit(benchmark::kMicrosecond);

void ConnectFourSolveEasy(benchmark::State& state) {
  base::Random random(2);
  Table table(std::size_t{64} << 20, Size{}.bits());
  std::vector<Discs<Word64>> positions;
  while (positions.size() < kPositions)
    if (const auto discs = by_chance(static_cast<unsigned>(14 + random.below(14)), random))
      if (is_easy(*discs, table)) positions.push_back(*discs);
  solve_all(state, positions);
}
BENCHMARK(ConnectFourSolveEasy)->Iterations(kPositions)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace quiver::bench
