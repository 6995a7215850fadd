// Hex: stones, chains, the swap, and how it is written.
#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "tests/unit/games/given_hex.hpp"

namespace quiver::tests {

using base::Error;
using games::Hex;
using games::HexMove;
using games::kHexSwap;

TEST(HexPlay, H4_H6_Seat0JoinsNorthAndSouth) {
  const Position before = hex("b1 a1 b2 a2", hex_of(3));
  EXPECT_FALSE(before.outcome().over);
  const Position position = after(before, "b3");
  EXPECT_EQ(hex_picture(position), ".0.\n10.\n10.\n");
  expect_winner(position, 0);
  EXPECT_FALSE(hex("a2 a1 b2 b1 c2", hex_of(3)).outcome().over) << "west and east are not its sides";
}

TEST(HexPlay, H4_H6_Seat1JoinsWestAndEast) {
  const Position before = hex("a1 a2 b1 b2 c3", hex_of(3));
  EXPECT_FALSE(before.outcome().over);
  expect_winner(after(before, "c2"), 1);
  EXPECT_FALSE(hex("a1 b1 a2 b2 c1 b3", hex_of(3)).outcome().over) << "north and south are not its sides";
}

TEST(HexPlay, H4_ACornerLiesOnOneSideOfEachSeat) {
  // a3 and c1 are the ends of a chain of either seat: north-west and south-east
  expect_winner(hex("a3 a1 b2 b1 c1", hex_of(3)), 0);
  expect_winner(hex("a1 a3 b1 b2 b3 c1", hex_of(3)), 1);
}

TEST(HexPlay, H5_AStoneGoesOnAnyEmptyCellAndStays) {
  const Position position = hex("c3 a1 c4", hex_of(5));
  EXPECT_EQ(hex_picture(position), ".....\n..0..\n..0..\n.....\n1....\n");
  expect_broken(position, "c3", Rule::kOccupied, "a stone lies on c3 already");
  expect_broken(position, "a1", Rule::kOccupied, "a stone lies on a1 already");
  EXPECT_EQ(position.count_legal_moves(), 22U);
}

TEST(HexPlay, H6_AChainGoesAlongNeighboursOnly) {
  // a1, b2 and c3 lie on a diagonal that no cells share a side on
  const Position position = hex("a1 a2 b2 b1 c3", hex_of(3));
  EXPECT_FALSE(position.outcome().over);
}

TEST(HexPlay, H6_AChainMayTurnBackAndJoinOthers) {
  // given three chains of seat 0 that touch nothing but the empty c3
  const Position before = hex("c5 e5 c4 e4 b3 e3 a3 e2 d2 a1 d1 a2", hex_of(5));
  EXPECT_EQ(hex_picture(before), "..0.1\n..0.1\n00..1\n1..01\n1..0.\n");
  ASSERT_FALSE(before.outcome().over);
  // when it is filled, then they are one, from north to south
  expect_winner(after(before, "c3"), 0);
}

TEST(HexPlay, H7_AFullBoardHasAWinner) {
  // given eight stones without a chain, when the last cell is filled, then there is one
  const Position position = hex("a3 b3 c3 a2 b2 c2 a1 b1", hex_of(3, false));
  ASSERT_FALSE(position.outcome().over) << hex_picture(position);
  ASSERT_EQ(position.count_legal_moves(), 1U);
  expect_winner(after(position, "c1"), 0);
}

TEST(HexSwap, H8_IsLegalAsTheSecondMoveOnly) {
  expect_broken(started("hex"), "swap", Rule::kSwapNotAllowed,
                "only the second move of the game can be a swap, not move 1");
  EXPECT_TRUE(is_legal(hex("b3"), "swap"));
  expect_broken(hex("b3 c4"), "swap", Rule::kSwapNotAllowed,
                "only the second move of the game can be a swap, not move 3");
  expect_broken(hex("b3 c4 d5"), "swap", Rule::kSwapNotAllowed,
                "only the second move of the game can be a swap, not move 4");
  expect_broken(hex("b3 swap"), "swap", Rule::kSwapNotAllowed,
                "only the second move of the game can be a swap, not move 3");
}

TEST(HexSwap, H8_NamesNoCell) {
  const auto verdict = hex("b3").as<Hex>()->check(HexMove{Vertex{5}, true});
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().rule, Rule::kSwapNotAllowed);
  EXPECT_EQ(verdict.error().sentence, "a swap names no cell");
}

TEST(HexSwap, H9_MirrorsTheStone) {
  EXPECT_EQ(hex_picture(hex("b3 swap", hex_of(5))), ".....\n.....\n.....\n..1..\n.....\n");
  EXPECT_EQ(hex_picture(hex("a5 swap", hex_of(5))), ".....\n.....\n.....\n.....\n....1\n");
  EXPECT_EQ(hex_picture(hex("d4 swap", hex_of(5))), ".....\n...1.\n.....\n.....\n.....\n");
}

TEST(HexSwap, H9_LeavesTheFirstStonesCellEmpty) {
  const Position position = hex("b3 swap", hex_of(5));
  EXPECT_TRUE(is_legal(position, "b3"));
  expect_broken(position, "c2", Rule::kOccupied, "a stone lies on c2 already");
}

TEST(HexSwap, H9_TellsWhereTheStoneLies) {
  const Position before = hex("b3", hex_of(5));
  EXPECT_EQ(before.grid().name(before.lands_on(kHexSwap).value()), "c2");
  EXPECT_EQ(before.lands_on(HexMove{Vertex{0}, false}), std::nullopt);
  const Position position = after(before, "swap");
  EXPECT_EQ(position.grid().name(position.landed_on(kHexSwap).value()), "c2");
  EXPECT_EQ(position.landed_on(HexMove{Vertex{0}, false}), std::nullopt);
}

TEST(HexSwap, H10_IsAMove) {
  const Position position = hex("b3 swap");
  EXPECT_EQ(position.ply(), 2U);
  expect_to_move(position, 0);
  EXPECT_EQ(position.count_legal_moves(), 120U);
}

TEST(HexSwap, H10_ItsStoneJoinsChains) { expect_winner(hex("a2 swap a3 a1 b3 c1", hex_of(3)), 1); }

TEST(HexSwap, H9_IsTakenBackExactly) {
  Position position = hex("b3", hex_of(5));
  const Position before = position;
  position.undo(position.apply(games::Move{kHexSwap}));
  EXPECT_TRUE(position == before);
  EXPECT_EQ(position.hash(), before.hash());
  // and the stone that is back is part of a chain again
  expect_winner(after(position, "a1 b5 a2 b4 a3 b2 a4 b1"), 0);
}

TEST(HexSwap, H11_CanBeTurnedOff) {
  EXPECT_TRUE(started("hex").as<Hex>()->swap_rule());
  EXPECT_TRUE(started("hex", hex_of(11, true)) == started("hex"));
  const Position position = hex("b3", hex_of(11, false));
  expect_broken(position, "swap", Rule::kSwapNotAllowed, "this game is played without the swap rule");
  EXPECT_EQ(position.count_legal_moves(), 120U);
  EXPECT_FALSE(position == hex("b3")) << "other moves are legal";
}

TEST(HexMoves, H12_AreGeneratedByTheirCellAndTheSwapLast) {
  EXPECT_EQ(legal_moves(hex("b2", hex_of(3))),
            (Names{"a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1", "swap"}));
  EXPECT_LT((HexMove{Vertex{8}, false}), kHexSwap);
  EXPECT_LT((HexMove{Vertex{7}, false}), (HexMove{Vertex{8}, false}));
}

TEST(HexMoves, H15_Counts) {
  const auto expect_counts = [](Hex game, const std::vector<std::uint64_t>& counts) {
    for (unsigned depth = 1; depth <= counts.size(); ++depth)
      EXPECT_EQ(games::perft(game, depth, games::LastPly::kCounted), counts[depth - 1]) << "depth " << depth;
  };
  expect_counts(*started("hex").as<Hex>(), {121, 14641, 1742400});
  expect_counts(*started("hex", hex_of(3)).as<Hex>(),
                {9, 81, 576, 3528, 18144, 69840, 201600, 354240, 328320, 120960, 0});
  expect_counts(*started("hex", hex_of(3, false)).as<Hex>(),
                {9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960, 0});
}

TEST(HexCheck, E6_NothingIsLegalWhenTheGameIsOver) {
  const Position position = hex("a3 a1 b2 b1 c1", hex_of(3));
  expect_broken(position, "c3", Rule::kGameOver, "the game is over");
  expect_broken(position, "swap", Rule::kGameOver, "the game is over");
  EXPECT_TRUE(legal_moves(position).empty());
}

TEST(HexCheck, VerticesThatTheBoardLacks) {
  expect_broken(started("hex"), "121", Rule::kNoSuchCell,
                "there is no vertex 121 on this board; ids go from 0 to 120");
}

TEST(HexPlay, E4_E7_WhenASeatIsEliminatedTheOtherWinsAndItsStonesStay) {
  const Position before = hex("b3 c4");
  for (const unsigned s : {0U, 1U}) {
    const Position position = after(before, "x" + std::to_string(s));
    expect_winner(position, 1 - s);
    EXPECT_EQ(hex_picture(position), hex_picture(before));
    EXPECT_EQ(position.ply(), 2U);
  }
}

TEST(HexNotation, H13_AStoneIsItsCellAndTheSwapAWord) {
  const Position position = started("hex");
  EXPECT_EQ(std::get<games::Move>(position.parse("f6").value()), games::Move(HexMove{Vertex{60}, false}));
  EXPECT_EQ(std::get<games::Move>(position.parse("60").value()), games::Move(HexMove{Vertex{60}, false}));
  EXPECT_EQ(std::get<games::Move>(position.parse("swap").value()), games::Move(kHexSwap));
  EXPECT_EQ(position.format(games::Move{HexMove{Vertex{60}, false}}), "f6");
  EXPECT_EQ(position.format(games::Move{kHexSwap}), "swap");
  EXPECT_EQ(position.as<Hex>()->format_numeric({Vertex{60}, false}), "60");
  EXPECT_EQ(position.as<Hex>()->format_numeric(kHexSwap), "swap");
}

TEST(HexNotation, H13_N1_OtherTextsAreNoMoves) {
  for (const std::string text : {"F6", "Swap", "swap ", "f", "", "-1", "06", "f06", "f6h", "swap-pieces"})
    EXPECT_EQ(misread(started("hex"), text), '"' + text + "\" is not a Hex move; write f6 (a stone) or swap");
}

TEST(HexNotation, N8_TellsCellsThatTheBoardLacks) {
  const auto event = started("hex").parse("l1");
  ASSERT_FALSE(event);
  EXPECT_EQ(event.error().code, Error::Code::kNoSuchCell);
}

TEST(HexNotation, H14_X1ToX3AreWrittenWithTheirIds) {
  const Position position = started("hex", of_size(24));
  for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v) {
    const std::string text = position.format(games::Move{HexMove{Vertex{v}, false}});
    const std::string name = position.grid().name(Vertex{v});
    EXPECT_EQ(text, name == "x1" || name == "x2" || name == "x3" ? std::to_string(v) : name);
    EXPECT_EQ(std::get<games::Move>(position.parse(text).value()), games::Move(HexMove{Vertex{v}, false}));
  }
  expect_winner(after(position, "x1"), 0);
}

}  // namespace quiver::tests
