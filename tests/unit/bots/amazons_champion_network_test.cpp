// The network of the Amazons champion: its file, its arithmetic in all versions, and what it is told.
#include <numeric>

#include "bots/amazons/champion/engine.hpp"
#include "bots/amazons/champion/judge.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

NetworkWeights by_chance(const NetworkSizes& sizes, Dice& dice, int most) {
  NetworkWeights weights(sizes);
  for (auto* part : {&weights.bias, &weights.rows, &weights.second, &weights.last, &weights.direct})
    for (std::int16_t& number : *part)
      number = static_cast<std::int16_t>(static_cast<int>(dice.below(2U * static_cast<unsigned>(most) + 1)) -
                                         most);
  return weights;
}

NetworkSizes sizes_for(const Amazons& game, std::uint16_t width, std::uint16_t seen) {
  return {static_cast<std::uint16_t>(game.grid().rows), static_cast<std::uint16_t>(game.grid().columns),
          width, seen};
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
  for (const NetworkSizes sizes : {NetworkSizes{10, 10, 16, kSeen}, NetworkSizes{8, 8, 64, 2}}) {
    const NetworkWeights weights = by_chance(sizes, dice, 32767);
    const auto network = Network::read(weights.file());
    ASSERT_TRUE(network) << network.error().sentence;
    EXPECT_EQ(network->sizes(), sizes);
    EXPECT_EQ(network->row(7)[3], weights.rows[7 * std::size_t{sizes.width} + 3]);
    EXPECT_EQ(network->last()[5], weights.last[5]);
    EXPECT_EQ(network->direct(2)[1], weights.direct[2 * std::size_t{sizes.seen} + 1]);
  }
}

TEST(AmazonsNetworkFile, IsRefusedIfAnyByteIsWrongOrMissing) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("broken-network-file");
  const std::string file = by_chance({10, 10, 16, kSeen}, dice, 1000).file();
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
      const Network network(by_chance({10, 10, width, kSeen}, dice, most));
      play_by_chance<2>(classic(), dice, [&](const Ground<2>& ground, const Board<2>& board, const Amazons&) {
        if (board.over()) return;
        const Seat next = board.to_move();
        Sight sight, other;
        const bool half = dice.below(2) == 0;
        const bool contested = Kernel<2>::plain().see(ground, board.empty, board.queens_of(next),
                                                      board.against(next), half, sight);
        EXPECT_EQ(contested, Kernel<2>::avx2()->see(ground, board.empty, board.queens_of(next),
                                                    board.against(next), half, other));
        EXPECT_EQ(sight.counts, other.counts);
        EXPECT_EQ(sight.contested, other.contested);
        const Sums sums = sums_of(plain, network, board, next), same = sums_of(quick, network, board, next);
        EXPECT_TRUE(std::equal(sums.at.begin(), sums.at.begin() + width, same.at.begin()));
        const unsigned row = static_cast<unsigned>(dice.below(300));
        EXPECT_EQ(plain.judge(network, sums, row, sight), quick.judge(network, same, row, sight));
      });
    }
}

// A row at a time comes to the same sums as from nothing, and the judge to the same chances.
TEST(AmazonsNetwork, JudgesChildrenAsPositionsOfTheirOwn) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("network-children");
  const NetworkKernel& arithmetic = NetworkKernel::this_machine();
  const Network network(by_chance(sizes_for(classic(), 32, kSeen), dice, 300));
  const auto own_score = [&](const Ground<2>& ground, const Board<2>& after, Seat next, bool half) {
    Sight sight;
    if (!Kernel<2>::plain().see(ground, after.empty, after.queens_of(next), after.against(next), half,
                                sight)) {
      View view;
      view.mine = sight.mine, view.theirs = sight.theirs;
      return settled_score(view, {1, half ? -1 : 0});
    }
    // judge() adds a row: take it away first.
    Sums sums = sums_of(arithmetic, network, after, next);
    arithmetic.take_away(network, sums, 0, sums);
    return static_cast<float>(arithmetic.judge(network, sums, 0, sight)) / static_cast<float>(kUnit);
  };
  play_by_chance<2>(classic(), dice, [&](const Ground<2>& ground, const Board<2>& board, const Amazons&) {
    if (board.over()) return;
    const Judge<2> judge(ground, Kernel<2>::this_machine(), tuned_weights(100, 4), &network);
    const Seat mover = board.to_move(), next = board.turn.next_after(mover);
    std::vector<Node> children, arrows;
    judge.judge_queen_moves(board, mover, children);
    ASSERT_FALSE(children.empty());
    for (const Node& child : children) {
      Board<2> after = board;
      after.move_queen(ground, child.from, child.to);
      EXPECT_EQ(child.best, chance(-own_score(ground, after, next, true)));
    }
    const Node& chosen = dice.pick(children);
    Board<2> half = board;
    half.move_queen(ground, chosen.from, chosen.to);
    judge.judge_arrows(half, chosen.to, next, arrows);
    for (const Node& child : arrows) {
      Board<2> after = half;
      after.shoot(ground, child.to);
      EXPECT_EQ(child.best, after.over() ? 0.0F : chance(own_score(ground, after, next, false)));
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
      const Thought thought = engine->think(game, {400, nullptr});
      if (!game.check(thought.move)) ADD_FAILURE() << "not legal at ply " << game.ply();
      moves.push_back(game.format(thought.move));
      game.apply(thought.move);
    }
    return moves;
  };
  EXPECT_EQ(played(), played());
}

// Every empty cell that anybody reaches is counted once by queen's moves and once by a king's steps, and
// every queen once; the numbers that View has too are the same.
TEST(AmazonsSight, CountsEveryCellOnce) {
  on_every_board("sight", [](const auto& ground, const auto& board, const Amazons&) {
    using Set = std::decay_t<decltype(board.empty)>;
    constexpr auto kWords = static_cast<unsigned>(std::tuple_size_v<decltype(Set::words)>);
    if (board.over()) return;
    const auto& kernel = Kernel<kWords>::this_machine();
    const Seat next = board.to_move();
    View view;
    Sight sight;
    kernel.look(ground, board.empty, board.queens_of(next), board.against(next), view);
    const bool contested =
        kernel.see(ground, board.empty, board.queens_of(next), board.against(next), false, sight);
    EXPECT_EQ(contested, view.shared > 0);
    EXPECT_EQ(sight.shared, view.shared);
    EXPECT_EQ(sight.mine, view.mine);
    EXPECT_EQ(sight.theirs, view.theirs);
    if (!contested) return;
    const auto sum = [&](unsigned from, unsigned count) {
      return std::accumulate(sight.counts.begin() + from, sight.counts.begin() + from + count, 0);
    };
    EXPECT_EQ(sum(kQueensAt, kQueenPairs), view.shared + view.mine + view.theirs);
    EXPECT_EQ(sum(kKingsAt, kKingPairs), view.shared + view.mine + view.theirs);
    EXPECT_EQ(sum(kRoomsAt, kRooms), board.queens_of(next).count());
    EXPECT_EQ(sum(kRoomsAt + kRooms, kRooms), board.against(next).count());
  });
}

}  // namespace quiver::bots::amazons::champion
