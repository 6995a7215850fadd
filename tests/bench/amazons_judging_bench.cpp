// How long the Amazons champion takes to judge a position: by its terms, and by its network, with each kind
// of arithmetic that this machine has; and how long the older bots take. A round judges all queen's moves of
// a position in the middle of a game and counts them, so that what is done once a position has its share.
#include <benchmark/benchmark.h>

#include "bots/amazons/champion/child_evaluator.hpp"
#include "bots/amazons/search/territory.hpp"

namespace quiver::bots::amazons::champion {

namespace {

games::Options classic() {
  games::Options options;
  options.start = "classic";
  return options;
}
games::Options donut() {
  games::Options options;
  options.shape = "donut";
  options.size = 12;
  return options;
}

Amazons middle_game(const games::Options& options) {
  Amazons game = Amazons::start(options).value();
  base::Random random(7);
  for (int ply = 0; ply < 24; ++ply) {
    std::vector<Amazons::Move> moves;
    game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
    game.apply(moves[random.below(moves.size())]);
  }
  return game;
}

void count(benchmark::State& state, std::int64_t evaluated) {
  state.SetItemsProcessed(evaluated);
  state.counters["ns_each"] = benchmark::Counter(static_cast<double>(evaluated) / 1e9,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <unsigned Words>
void evaluate_children(benchmark::State& state, const Amazons& game, const Kernel<Words>* kernel,
                       bool network) {
  if (kernel == nullptr) {
    state.SkipWithError("this processor cannot");
    return;
  }
  const BitboardLayout<Words> layout(game);
  const Bitboard<Words> board(layout, game);
  const ChildEvaluator<Words> evaluator(layout, *kernel,
                                        tuned_weights(layout.playable().count(), board.count_queens()),
                                        network ? Network::built_in(game) : nullptr);
  std::vector<Node> children;
  std::int64_t evaluated = 0;
  for (auto _ : state) {
    evaluator.evaluate_queen_moves(board, board.to_move(), children);
    evaluated += static_cast<std::int64_t>(children.size());
    benchmark::DoNotOptimize(children.data());
  }
  count(state, evaluated);
}

// The same queen moves by the evaluation of another bot: evaluate(field, me).
template <class Evaluate>
void evaluate_with(benchmark::State& state, const Evaluate& evaluate) {
  const Amazons game = middle_game(classic());
  const auto layout = amazons::BitboardLayout::of(game);
  const SmallBitboard board(*layout, game);
  const Seat me = board.to_move();
  std::int64_t evaluated = 0;
  for (auto _ : state)
    board.queens[me.value()].for_each([&](unsigned from) {
      board.reachable(from).for_each([&](unsigned to) {
        SmallBitboard after = board;
        after.move_queen(from, to);
        benchmark::DoNotOptimize(evaluate(after, me));
        ++evaluated;
      });
    });
  count(state, evaluated);
}

void alphabeta_and_mcts(benchmark::State& state) {
  evaluate_with(state, [](const SmallBitboard& board, Seat me) { return evaluate(board, me, false); });
}
void territory(benchmark::State& state) {
  evaluate_with(state, [](const SmallBitboard& board, Seat me) { return territory_score(board, me); });
}

// How a board is judged by one kernel.
template <unsigned Words>
void add(const std::string& name, const games::Options& options, const Kernel<Words>* kernel, bool network) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    evaluate_children<Words>(state, middle_game(options), kernel, network);
  });
}

void add_all() {
  benchmark::RegisterBenchmark("alphabeta_and_mcts", alphabeta_and_mcts);
  benchmark::RegisterBenchmark("territory", territory);
  add("terms_avx2", classic(), Kernel<2>::avx2(), false);
  add("terms_plain", classic(), &Kernel<2>::plain(), false);
  add("network", classic(), &Kernel<2>::this_machine(), true);
  add("donut12_terms_avx512", donut(), Kernel<4>::avx512(), false);
  add("donut12_terms_avx2", donut(), Kernel<4>::avx2(), false);
  add("donut12_terms_plain", donut(), &Kernel<4>::plain(), false);
}

}  // namespace

}  // namespace quiver::bots::amazons::champion

int main(int argc, char** argv) {
  quiver::bots::amazons::champion::add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
