// The counts that the world agrees on, and those that follow from them.
#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "client_sdk/games/registry.hpp"

namespace quiver::tests {

namespace {

using games::Amazons;
using games::ConnectFour;
using games::Hex;
using games::LastPly;
using games::Options;
using games::perft;
using games::Quoridor;

Amazons classic_amazons(std::uint32_t side) {
  Options options;
  options.size = side;
  options.start = "classic";
  return Amazons::start(options).value();
}

// Expects `counts` for the depths 1, 2, …, however the last ply is counted.
template <class Game>
void expect_counts(Game game, const std::vector<std::uint64_t>& counts) {
  const Game before = game;
  ASSERT_EQ(perft(game, 0, LastPly::kMade), 1U);
  for (unsigned depth = 1; depth <= counts.size(); ++depth) {
    EXPECT_EQ(perft(game, depth, LastPly::kMade), counts[depth - 1]) << "depth " << depth;
    EXPECT_EQ(perft(game, depth, LastPly::kCounted), counts[depth - 1]) << "depth " << depth;
  }
  EXPECT_TRUE(game == before);
  EXPECT_EQ(game.hash(), before.hash());
  EXPECT_EQ(game.ply(), before.ply());
}

TEST(KnownCounts, AmazonsTenByTen) { expect_counts(classic_amazons(10), {2176, 4307152}); }

TEST(KnownCounts, AmazonsEightByEight) { expect_counts(classic_amazons(8), {1232, 1331198}); }

TEST(KnownCounts, QuoridorNineByNine) { expect_counts(Quoridor::start({}).value(), {131, 16677, 2062264}); }

TEST(KnownCounts, ConnectFourSixBySeven) {
  expect_counts(ConnectFour::start({}).value(), {7, 49, 343, 2401, 16807, 117649, 823536, 5673234});
}

TEST(KnownCounts, HexElevenByEleven) { expect_counts(Hex::start({}).value(), {121, 14641, 1742400}); }

// The parts that the first moves have in a count add up to it.
template <class Game>
void expect_parts_add_up(Game game, unsigned depth) {
  std::vector<typename Game::Move> moves;
  game.for_each_legal_move([&](const typename Game::Move& move) { moves.push_back(move); });
  std::uint64_t sum = 0;
  for (const auto& move : moves) {
    const auto made = game.apply(move);
    sum += perft(game, depth - 1, LastPly::kCounted);
    game.undo(made);
  }
  EXPECT_EQ(sum, perft(game, depth, LastPly::kMade));
}

TEST(Divide, AddsUp) {
  expect_parts_add_up(classic_amazons(10), 2);
  expect_parts_add_up(Quoridor::start({}).value(), 3);
  expect_parts_add_up(ConnectFour::start({}).value(), 7);
  expect_parts_add_up(Hex::start({}).value(), 3);
}

}  // namespace

}  // namespace quiver::tests
