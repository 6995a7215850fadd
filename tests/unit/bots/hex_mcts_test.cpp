// Monte-Carlo tree search for Hex: moves that nobody may miss, the swap, and the same search again.
#include "bots/hex/mcts.hpp"
#include "tests/unit/bots/hex_games.hpp"

namespace quiver::tests {

using base::Random;
using bots::SearchLimits;
using bots::hex::Mcts;
using bots::hex::MctsOptions;
using bots::hex::MctsResult;
using games::Hex;

namespace {

constexpr MctsOptions kSmall = {.tree_nodes = 1U << 17};

MctsResult searched(const Hex& game, std::uint64_t playouts, const MctsOptions& options = kSmall) {
  Mcts mcts(options);
  Random random(1);
  return mcts.search(game, {.nodes = playouts}, random);
}

std::vector<Hex::Move> game_of_two(std::uint64_t seed, std::uint64_t playouts) {
  Hex game = hex_start(6);
  std::array<Mcts, 2> players{Mcts(kSmall), Mcts(kSmall)};
  Random random(seed);
  std::vector<Hex::Move> moves;
  while (!game.outcome().over) {
    const MctsResult found = players[game.to_move().value()].search(game, {.nodes = playouts}, random);
    EXPECT_TRUE(game.check(found.move)) << game.format(found.move);
    moves.push_back(found.move);
    game.apply(found.move);
  }
  return moves;
}

}  // namespace

TEST(HexMcts, WinsAtOnceAndBlocks) {
  const Hex winning = hex_after(hex_start(5), "c5 a1 c4 a2 c3 a3 c2 a4");
  const MctsResult found = searched(winning, 10);
  EXPECT_TRUE(found.move == winning.parse("c1").value() || found.move == winning.parse("d1").value());
  EXPECT_EQ(found.win_probability, 1.0F);
  const Hex threatened = hex_after(hex_start(5), "c5 d1 c4 a2 c3 a3 c2");
  for (const MctsOptions& options : {kSmall, bots::hex::kPlainUct})
    EXPECT_EQ(threatened.format(searched(threatened, 3000, options).move), "c1");
}

TEST(HexMcts, SwapsACentreAndLeavesACorner) {
  for (const std::uint32_t side : {5U, 7U}) {
    const Hex centre = hex_after(hex_start(side), std::to_string(side * side / 2));
    const MctsResult swap = searched(centre, 5000);
    EXPECT_TRUE(swap.move.swap) << side;
    EXPECT_GT(swap.win_probability, 0.5F);
    EXPECT_FALSE(searched(hex_after(hex_start(side), "a1"), 5000).move.swap) << side;
    EXPECT_FALSE(searched(hex_after(hex_start(side, false), "a1"), 500).move.swap);
  }
}

TEST(HexMcts, OpensInTheCentreWithoutTheSwapRule) {
  const Hex start = hex_start(5, false);
  EXPECT_EQ(start.format(searched(start, 20000).move), "c3");
}

TEST(HexMcts, PlaysTheSameGameFromTheSameSeed) {
  const auto once = game_of_two(1, 400);
  EXPECT_EQ(game_of_two(1, 400), once);
  EXPECT_NE(game_of_two(2, 400), once);
}

TEST(HexMcts, KeepsItsTreeForTheNextMove) {
  Hex game = hex_start(5, false);
  Mcts mcts(kSmall);
  Random random(1);
  const auto search = [&](std::uint64_t playouts) { return mcts.search(game, {.nodes = playouts}, random); };
  game.apply(search(5000).move);
  // What the opponent is expected to play leads to a node with many visits: one more playout adds little.
  game.apply(searched(game, 5000).move);
  const MctsResult kept = search(1);
  EXPECT_GT(kept.visits, 100U);
  mcts.start();
  EXPECT_EQ(search(1).visits, 1U);
}

TEST(HexMcts, GoesOnWhenItsMemoryIsFull) {
  const MctsResult found = searched(hex_start(11, false), 3000, {.tree_nodes = 1000});
  EXPECT_EQ(found.playouts, 3000U);
  EXPECT_TRUE(hex_start(11, false).check(found.move));
  EXPECT_TRUE(hex_start(25, false).check(searched(hex_start(25, false), 50, {.tree_nodes = 700}).move));
}

}  // namespace quiver::tests
