// How long the Amazons champion takes to judge a position: by its terms, and by its network, with each kind
// of arithmetic that this machine has; and how long the older bots take. A round judges all queen's moves of
// a position in the middle of a game and counts them, so that what is done once a position has its share.
#include <benchmark/benchmark.h>

#include "bots/amazons/champion/judge.hpp"
#include "bots/amazons/territory.hpp"

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

void count(benchmark::State& state, std::int64_t judged) {
  state.SetItemsProcessed(judged);
  state.counters["ns_each"] = benchmark::Counter(static_cast<double>(judged) / 1e9,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
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
  count(state, judged);
}

// The same queen moves by the evaluation of another bot: evaluate(field, me).
template <class Evaluate>
void judge_as_before(benchmark::State& state, const Evaluate& evaluate) {
  const Amazons game = middle_game();
  const auto chart = Chart::of(game);
  const SmallField field(*chart, game);
  const Seat me = field.to_move();
  std::int64_t judged = 0;
  for (auto _ : state)
    field.queens[me.value()].for_each([&](unsigned from) {
      field.reached(from).for_each([&](unsigned to) {
        SmallField after = field;
        after.move_queen(from, to);
        benchmark::DoNotOptimize(evaluate(after, me));
        ++judged;
      });
    });
  count(state, judged);
}

void by_alphabeta_and_mcts(benchmark::State& state) {
  judge_as_before(state, [](const SmallField& field, Seat me) { return evaluate(field, me, false); });
}
void by_territory(benchmark::State& state) {
  judge_as_before(state, [](const SmallField& field, Seat me) { return territory_score(field, me); });
}
void by_terms(benchmark::State& state) { judge_children(state, Kernel<2>::this_machine(), false); }
void by_network(benchmark::State& state) { judge_children(state, Kernel<2>::this_machine(), true); }
void by_terms_plainly(benchmark::State& state) { judge_children(state, Kernel<2>::plain(), false); }
BENCHMARK(by_alphabeta_and_mcts);
BENCHMARK(by_territory);
BENCHMARK(by_terms);
BENCHMARK(by_network);
BENCHMARK(by_terms_plainly);

}  // namespace

}  // namespace quiver::bots::amazons::champion

BENCHMARK_MAIN();
