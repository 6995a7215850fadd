// How long the solver of Connect Four takes for a position of 6 by 7 that it has never seen, in the mean over
// a thousand that random games come to.
//
// As the public sets are made: late ones of 28 discs or more, and easy ones of 14 to 27, in which somebody
// wins with one of the next thirteen moves.
#include <ctime>
#include <optional>
#include <vector>

#include <benchmark/benchmark.h>

#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/solver.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bench {

namespace {

using namespace bots::connect4::champion;  // NOLINT(google-build-using-namespace)

constexpr std::size_t kPositions = 1000;
constexpr BookLayout kLayout{BoardSize{}};

// After so many random discs; none if the game ends before, or with the next disc.
std::optional<Bitboard<Word64>> random_position(unsigned plies, base::Random& random) {
  Bitboard<Word64> board;
  while (board.ply < plies) {
    const Word64 move = kLayout.landing(board.all) & (Word64{63} << (7 * random.below(7)));
    if (!any(move)) continue;
    if (any(move & kLayout.completing(board.own))) return std::nullopt;
    board = board.with(move);
  }
  if (any(kLayout.completing(board.own) & kLayout.landing(board.all))) return std::nullopt;
  return board;
}

bool is_easy(const Bitboard<Word64>& board, TranspositionTable& table) {
  bots::SearchBudget budget{bots::SearchLimits{}, {.interval = 256}};
  Solver<BookLayout> solver(kLayout, table, budget);
  const int won = (31 - static_cast<int>(board.ply)) / 2;
  const int lost = -(32 - static_cast<int>(board.ply)) / 2;
  const int score = *solver.score(board, lost, won);
  return score == won || score == lost;
}

// This thread's own, so that what else the machine does is not counted.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void solve_all(benchmark::State& state, const std::vector<Bitboard<Word64>>& positions) {
  TranspositionTable table(std::size_t{64} << 20, BoardSize{}.bits());
  std::size_t next = 0;
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    table.clear();
    bots::SearchBudget budget{bots::SearchLimits{}, {.interval = 256}};
    const double began = processor_seconds();
    Solver<BookLayout> solver(kLayout, table, budget);
    const Bitboard<Word64>& board = positions[next++ % positions.size()];
    benchmark::DoNotOptimize(solver.score(board, solver.least(board.ply), solver.most(board.ply)));
    state.SetIterationTime(processor_seconds() - began);
    nodes += budget.nodes();
  }
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

void ConnectFourSolveLate(benchmark::State& state) {
  base::Random random(1);
  std::vector<Bitboard<Word64>> positions;
  while (positions.size() < kPositions)
    if (const auto board = random_position(static_cast<unsigned>(28 + random.below(13)), random))
      positions.push_back(*board);
  solve_all(state, positions);
}
BENCHMARK(ConnectFourSolveLate)->Iterations(kPositions)->UseManualTime()->Unit(benchmark::kMicrosecond);

void ConnectFourSolveEasy(benchmark::State& state) {
  base::Random random(2);
  TranspositionTable table(std::size_t{64} << 20, BoardSize{}.bits());
  std::vector<Bitboard<Word64>> positions;
  while (positions.size() < kPositions)
    if (const auto board = random_position(static_cast<unsigned>(14 + random.below(14)), random))
      if (is_easy(*board, table)) positions.push_back(*board);
  solve_all(state, positions);
}
BENCHMARK(ConnectFourSolveEasy)->Iterations(kPositions)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace quiver::bench
