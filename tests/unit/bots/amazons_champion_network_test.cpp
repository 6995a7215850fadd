// The network of the Amazons champion: its file, its arithmetic in all versions, and what it is told.
#include <numeric>

#include "bots/amazons/champion/child_evaluator.hpp"
#include "bots/amazons/champion/engine.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

NetworkWeights random_weights(const NetworkSizes& sizes, Dice& dice, int most) {
  NetworkWeights weights(sizes);
  for (auto* part : {&weights.bias, &weights.rows, &weights.second, &weights.last, &weights.direct})
    for (std::int16_t& number : *part)
      number = static_cast<std::int16_t>(static_cast<int>(dice.below(2U * static_cast<unsigned>(most) + 1)) -
                                         most);
  return weights;
}

NetworkSizes sizes_for(const Amazons& game, std::uint16_t width, std::uint16_t inputs) {
  return {static_cast<std::uint16_t>(game.grid().rows), static_cast<std::uint16_t>(game.grid().columns),
          width, inputs};
}

Amazons classic() {
  Options options;
  options.start = "classic";
  return on(options);
}

}  // namespace

TEST(AmazonsNetworkFile, ComesBackAsItWasWritten) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("network-file");
  for (const NetworkSizes sizes : {NetworkSizes{10, 10, 16, kInputs}, NetworkSizes{8, 8, 64, 2}}) {
    const NetworkWeights weights = random_weights(sizes, dice, 32767);
    const auto network = Network::read(weights.file());
    ASSERT_TRUE(network) << network.error().sentence;
    EXPECT_EQ(network->sizes(), sizes);
    EXPECT_EQ(network->row(7)[3], weights.rows[7 * std::size_t{sizes.width} + 3]);
    EXPECT_EQ(network->last()[5], weights.last[5]);
    EXPECT_EQ(network->direct(2)[1], weights.direct[2 * std::size_t{sizes.inputs} + 1]);
  }
}

TEST(AmazonsNetworkFile, IsRefusedIfAnyByteIsWrongOrMissing) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("broken-network-file");
  const std::string file = random_weights({10, 10, 16, kInputs}, dice, 1000).file();
  for (std::size_t at = 0; at < file.size(); at += at < 64 ? 1 : 97) {
    std::string broken = file;
    broken[at] = static_cast<char>(broken[at] ^ 0x11);
    // The board's sides alone are not told wrong by anything but the number of weights.
    EXPECT_FALSE(Network::read(broken)) << "byte " << at;
    EXPECT_FALSE(Network::read(file.substr(0, at))) << "only " << at << " bytes";
  }
  EXPECT_FALSE(Network::read(file + '\0'));
  EXPECT_EQ(Network::read("").error().sentence,
            "the file of weights does not begin with QUIVERAN and a header");
}

TEST(AmazonsNetworkFile, ThatIsBuiltInIsForTheBoardsItWasTrainedOn) {
  EXPECT_NE(Network::built_in(classic()), nullptr);
  EXPECT_NE(Network::built_in(on(of_size(10))), nullptr);
  EXPECT_EQ(Network::built_in(on(of_size(8))), nullptr);
  EXPECT_EQ(Network::built_in(on(with_seats(of_size(10), 4))), nullptr);
}

TEST(AmazonsNetwork, SaysTheSameInAllVersionsOfItsArithmetic) {
  if (NetworkKernel::avx2() == nullptr || Kernel<2>::avx2() == nullptr) GTEST_SKIP() << "no AVX2 here";
  SCOPED_TRACE(how_to_repeat());
  Dice dice("network-versions");
  const NetworkKernel& plain = NetworkKernel::plain();
  const NetworkKernel& quick = *NetworkKernel::avx2();
  for (const int most : {300, 3000, 32767})
    for (const std::uint16_t width : {std::uint16_t{16}, std::uint16_t{48}}) {
      const Network network(random_weights({10, 10, width, kInputs}, dice, most));
      play_randomly<2>(
          classic(), dice, [&](const BitboardLayout<2>& layout, const Bitboard<2>& board, const Amazons&) {
            if (board.over()) return;
            const Seat next = board.to_move();
            NetworkInputs inputs, other;
            const bool half = dice.below(2) == 0;
            const bool contested = Kernel<2>::plain().compute_inputs(
                layout, board.empty, board.queens_of(next), board.opponent_queens(next), half, inputs);
            EXPECT_EQ(contested, Kernel<2>::avx2()->compute_inputs(layout, board.empty, board.queens_of(next),
                                                                   board.opponent_queens(next), half, other));
            EXPECT_EQ(inputs.counts, other.counts);
            EXPECT_EQ(inputs.contested, other.contested);
            const Accumulator accumulator = accumulator_of(plain, network, board, next),
                              same = accumulator_of(quick, network, board, next);
            EXPECT_TRUE(std::equal(accumulator.at.begin(), accumulator.at.begin() + width, same.at.begin()));
            const unsigned row = static_cast<unsigned>(dice.below(300));
            EXPECT_EQ(plain.evaluate(network, accumulator, row, inputs),
                      quick.evaluate(network, same, row, inputs));
          });
    }
}

// A row at a time comes to the same sums as from nothing, and the judge to the same chances.
TEST(AmazonsNetwork, JudgesChildrenAsPositionsOfTheirOwn) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("network-children");
  const NetworkKernel& arithmetic = NetworkKernel::this_machine();
  const Network network(random_weights(sizes_for(classic(), 32, kInputs), dice, 300));
  const auto own_score = [&](const BitboardLayout<2>& layout, const Bitboard<2>& after, Seat next,
                             bool half) {
    NetworkInputs inputs;
    if (!Kernel<2>::plain().compute_inputs(layout, after.empty, after.queens_of(next),
                                           after.opponent_queens(next), half, inputs)) {
      Features features;
      features.mine = inputs.mine, features.theirs = inputs.theirs;
      return uncontested_score(features, {1, half ? -1 : 0});
    }
    // judge() adds a row: take it away first.
    Accumulator accumulator = accumulator_of(arithmetic, network, after, next);
    arithmetic.subtract(network, accumulator, 0, accumulator);
    return static_cast<float>(arithmetic.evaluate(network, accumulator, 0, inputs)) /
           static_cast<float>(kUnit);
  };
  play_randomly<2>(
      classic(), dice, [&](const BitboardLayout<2>& layout, const Bitboard<2>& board, const Amazons&) {
        if (board.over()) return;
        const ChildEvaluator<2> evaluator(layout, Kernel<2>::this_machine(), tuned_weights(100, 4), &network);
        const Seat mover = board.to_move(), next = board.turn.next_after(mover);
        std::vector<Node> children, arrows;
        evaluator.evaluate_queen_moves(board, mover, children);
        ASSERT_FALSE(children.empty());
        for (const Node& child : children) {
          Bitboard<2> after = board;
          after.move_queen(layout, child.from, child.to);
          EXPECT_EQ(child.best, win_probability(-own_score(layout, after, next, true)));
        }
        const Node& chosen = dice.pick(children);
        Bitboard<2> half = board;
        half.move_queen(layout, chosen.from, chosen.to);
        evaluator.evaluate_arrows(half, chosen.to, next, arrows);
        for (const Node& child : arrows) {
          Bitboard<2> after = half;
          after.shoot(layout, child.to);
          EXPECT_EQ(child.best, after.over() ? 0.0F : win_probability(own_score(layout, after, next, false)));
        }
      });
}

TEST(AmazonsNetwork, PlaysLegallyAndTheSameAgain) {
  const auto played = [] {
    EngineOptions options;
    options.network = true;
    Amazons game = classic();
    const auto engine = Engine::for_board(game, options);
    engine->start(3);
    std::vector<std::string> moves;
    while (!game.outcome().over && moves.size() < 16) {
      const SearchResult found = engine->think(game, {.nodes = 400});
      if (!game.check(found.move)) ADD_FAILURE() << "not legal at ply " << game.ply();
      moves.push_back(game.format(found.move));
      game.apply(found.move);
    }
    return moves;
  };
  EXPECT_EQ(played(), played());
}

// Every empty cell that anybody reaches is counted once by queen's moves and once by a king's steps, and
// every queen once; the numbers that Features has too are the same.
TEST(AmazonsNetworkInputs, CountsEveryCellOnce) {
  on_every_board("sight", [](const auto& layout, const auto& board, const Amazons&) {
    using Set = std::decay_t<decltype(board.empty)>;
    constexpr auto kWords = static_cast<unsigned>(std::tuple_size_v<decltype(Set::words)>);
    if (board.over()) return;
    const auto& kernel = Kernel<kWords>::this_machine();
    const Seat next = board.to_move();
    Features features;
    NetworkInputs inputs;
    kernel.compute_features(layout, board.empty, board.queens_of(next), board.opponent_queens(next),
                            features);
    const bool contested = kernel.compute_inputs(layout, board.empty, board.queens_of(next),
                                                 board.opponent_queens(next), false, inputs);
    EXPECT_EQ(contested, features.shared > 0);
    EXPECT_EQ(inputs.shared, features.shared);
    EXPECT_EQ(inputs.mine, features.mine);
    EXPECT_EQ(inputs.theirs, features.theirs);
    if (!contested) return;
    const auto sum = [&](unsigned from, unsigned count) {
      return std::accumulate(inputs.counts.begin() + from, inputs.counts.begin() + from + count, 0);
    };
    EXPECT_EQ(sum(kQueensAt, kQueenPairs), features.shared + features.mine + features.theirs);
    EXPECT_EQ(sum(kKingsAt, kKingPairs), features.shared + features.mine + features.theirs);
    EXPECT_EQ(sum(kMobilityAt, kMobilityClasses), board.queens_of(next).count());
    EXPECT_EQ(sum(kMobilityAt + kMobilityClasses, kMobilityClasses), board.opponent_queens(next).count());
  });
}

}  // namespace quiver::bots::amazons::champion
