// How long the Amazons champion takes to judge a position: by its terms, and by its network, with each kind
// of arithmetic that this machine has. A round judges all queen's moves of a position in the middle of a game
// and counts them, so that what is done once a position has its share.
#include <benchmark/benchmark.h>

#include "bots/amazons/champion/judge.hpp"

namespace quiver::bots::amazons::champion {

namespace {

Amazons middle_game() {
  games::Options options;
  options.start = "classic";
  Amazons game = Amazons::start(options).value();
  base::Random random(7);
  for (int ply = 0; ply < 24; ++ply) {
    std::vector<Amazons::Move> moves;
    game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
    game.apply(moves[random.below(moves.size())]);
  }
  return game;
}

void judge_children(benchmark::State& state, const Kernel<2>& kernel, bool network) {
  const Amazons game = middle_game();
  const Ground<2> ground(game);
  const Board<2> board(ground, game);
  const Judge<2> judge(ground, kernel, tuned_weights(ground.playable().count(), board.count_queens()),
                       network ? Network::built_in(game) : nullptr);
  std::vector<Node> children;
  std::int64_t judged = 0;
  for (auto _ : state) {
    judge.judge_queen_moves(board, board.to_move(), children);
    judged += static_cast<std::int64_t>(children.size());
    benchmark::DoNotOptimize(children.data());
  }
  state.SetItemsProcessed(judged);
  state.counters["ns_each"] = benchmark::Counter(static_cast<double>(judged) / 1e9,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void by_terms(benchmark::State& state) { judge_children(state, Kernel<2>::this_machine(), false); }
void by_network(benchmark::State& state) { judge_children(state, Kernel<2>::this_machine(), true); }
void by_terms_plainly(benchmark::State& state) { judge_children(state, Kernel<2>::plain(), false); }
BENCHMARK(by_terms);
BENCHMARK(by_network);
BENCHMARK(by_terms_plainly);

}  // namespace

}  // namespace quiver::bots::amazons::champion

BENCHMARK_MAIN();
