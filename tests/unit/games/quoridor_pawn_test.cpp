// How a pawn of Quoridor steps and jumps.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"

namespace quiver::tests {

namespace {

// The pawn's moves only, in order: those of one letter and one digit.
Names pawn_moves(const Position& position) {
  Names names = legal_moves(position);
  std::erase_if(names, [](const std::string& name) { return name.ends_with('h') || name.ends_with('v'); });
  return names;
}

}  // namespace

TEST(QuoridorPawn, Q16_ATurnIsAStepOrAWall) {
  const Position position = started("quoridor");
  EXPECT_TRUE(is_legal(position, "e2"));
  EXPECT_TRUE(is_legal(position, "e3h"));
  EXPECT_TRUE(is_legal(position, "e3v"));
  expect_to_move(after(position, "e2"), 1);
  expect_to_move(after(position, "e3h"), 1);
}

TEST(QuoridorPawn, Q17_StepsToANeighbour) {
  const Position position = quoridor_on("1....\n.....\n..0..\n.....\n.....\n");
  EXPECT_EQ(pawn_moves(position), (Names{"c4", "b3", "d3", "c2"}));
}

TEST(QuoridorPawn, Q17_DoesNotStepOffTheBoardOrIntoAHole) {
  EXPECT_EQ(pawn_moves(quoridor_on("1....\n.....\n.....\n#....\n0....\n")), (Names{"b1"}));
}

TEST(QuoridorPawn, Q17_DoesNotStepThroughAWall) {
  // given walls north of c3 and east of it
  const Position before = quoridor_on("1....\n.....\n..0..\n.....\n.....\n");
  const Position position = after(before, "c3h a4h c2v a3v");
  // then the two other neighbours are left
  EXPECT_EQ(pawn_moves(position), (Names{"b3", "c2"}));
  expect_broken(position, "c4", Rule::kPathBlocked, "a wall stands between c3 and c4");
  expect_broken(position, "d3", Rule::kPathBlocked, "a wall stands between c3 and d3");
}

TEST(QuoridorPawn, Q18_JumpsStraightOverAPawn) {
  // given a pawn north of c2
  const Position position = quoridor_on(".....\n.....\n..1..\n..0..\n.....\n");
  // then c4 takes the place of c3, and its sides are not reached
  EXPECT_EQ(pawn_moves(position), (Names{"c4", "b2", "d2", "c1"}));
}

TEST(QuoridorPawn, Q18_JumpsInEveryDirection) {
  EXPECT_EQ(pawn_moves(quoridor_on(".....\n.....\n..01.\n.....\n.....\n")), (Names{"c4", "b3", "e3", "c2"}));
  EXPECT_EQ(pawn_moves(quoridor_on(".....\n.....\n..0..\n..1..\n.....\n")), (Names{"c4", "b3", "d3", "c1"}));
  EXPECT_EQ(pawn_moves(quoridor_on(".....\n.....\n.10..\n.....\n.....\n")), (Names{"c4", "a3", "d3", "c2"}));
}

TEST(QuoridorPawn, Q18_DoesNotJumpThroughAWallBetween) {
  const Position position = after(quoridor_on(".....\n.....\n..1..\n..0..\n.....\n"), "c2h a4h");
  EXPECT_EQ(pawn_moves(position), (Names{"b2", "d2", "c1"}));
}

TEST(QuoridorPawn, Q19_JumpsToTheSideWhenAWallIsBehind) {
  const Position position = after(quoridor_on(".....\n.....\n..1..\n..0..\n.....\n"), "c3h a4h");
  EXPECT_EQ(pawn_moves(position), (Names{"b3", "d3", "b2", "d2", "c1"}));
}

TEST(QuoridorPawn, Q19_JumpsToTheSideWhenTheEdgeIsBehind) {
  EXPECT_EQ(pawn_moves(quoridor_on("..1..\n..0..\n.....\n.....\n.....\n")),
            (Names{"b5", "d5", "b4", "d4", "c3"}));
}

TEST(QuoridorPawn, Q19_JumpsToTheSideWhenAHoleIsBehind) {
  EXPECT_EQ(pawn_moves(quoridor_on(".....\n..#..\n..1..\n..0..\n.....\n")),
            (Names{"b3", "d3", "b2", "d2", "c1"}));
}

TEST(QuoridorPawn, Q19_JumpsToTheSideWhenAFurtherPawnIsBehind) {
  EXPECT_EQ(pawn_moves(quoridor_on("..3..\n..2..\n..1..\n..0..\n.....\n")),
            (Names{"b3", "d3", "b2", "d2", "c1"}));
}

TEST(QuoridorPawn, Q19_JumpsToTheSideOnlyWhereUnwalledAndEmpty) {
  // given a wall behind the pawn on c3, a wall on its east, and a pawn on its west
  const Position before = quoridor_on(".....\n.....\n.21..\n..0.3\n.....\n");
  const Position position = after(before, "c3h c2v a4h d4v");
  // then no jump is left; the wall east of c3 is one east of c2 too
  EXPECT_EQ(pawn_moves(position), (Names{"b2", "c1"}));
}

TEST(QuoridorPawn, Q20_ACellReachedInTwoWaysIsOneMove) {
  // given pawns north and east of c3, both with a wall behind them
  const Position before = quoridor_on(".....\n..1..\n..02.\n.....\n...3.\n");
  const Position position = after(before, "c4h d2v a1v a4h");
  // then d4 is reached over either, and is one move
  EXPECT_EQ(pawn_moves(position), (Names{"b4", "d4", "b3", "c2", "d2"}));
}

}  // namespace quiver::tests
