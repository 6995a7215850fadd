// Where a wall of Quoridor may stand, and what the rules say where it may not.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using games::Quoridor;
using graph::Direction;

namespace {

// Six columns, so that three walls close a row.
constexpr std::string_view kSix = "...1..\n......\n......\n......\n......\n..0...\n";

Vertex cell(const Position& position, std::string_view name) {
  return position.grid().parse(name).value().vertex;
}

bool walled(const Position& position, std::string_view name, Direction d) {
  return position.as<Quoridor>()->is_walled(cell(position, name), d);
}

unsigned edges_walled(const Position& position) {
  unsigned count = 0;
  for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v)
    for (const Direction d : {Direction::kNorth, Direction::kEast, Direction::kSouth, Direction::kWest})
      count += position.as<Quoridor>()->is_walled(Vertex{v}, d) ? 1U : 0U;
  return count;
}

}  // namespace

TEST(QuoridorWalls, Q21_Q35_AHorizontalWallCutsTwoEdgesOnTheNorth) {
  const Position position = after(started("quoridor"), "e3h");
  EXPECT_TRUE(walled(position, "e3", Direction::kNorth));
  EXPECT_TRUE(walled(position, "f3", Direction::kNorth));
  EXPECT_TRUE(walled(position, "e4", Direction::kSouth));
  EXPECT_TRUE(walled(position, "f4", Direction::kSouth));
  EXPECT_EQ(edges_walled(position), 4U);
  EXPECT_EQ(position.as<Quoridor>()->wall_at(cell(position, "e3")), Quoridor::Orientation::kHorizontal);
}

TEST(QuoridorWalls, Q21_Q35_AVerticalWallCutsTwoEdgesOnTheEast) {
  const Position position = after(started("quoridor"), "e3v");
  EXPECT_TRUE(walled(position, "e3", Direction::kEast));
  EXPECT_TRUE(walled(position, "e4", Direction::kEast));
  EXPECT_TRUE(walled(position, "f3", Direction::kWest));
  EXPECT_TRUE(walled(position, "f4", Direction::kWest));
  EXPECT_EQ(edges_walled(position), 4U);
  EXPECT_EQ(position.as<Quoridor>()->wall_at(cell(position, "e3")), Quoridor::Orientation::kVertical);
}

TEST(QuoridorWalls, Q22_StandAmongFourCells) {
  const Position position = started("quoridor");
  EXPECT_TRUE(is_legal(position, "a1h"));
  EXPECT_TRUE(is_legal(position, "h8v"));
  const std::string not_whole = " does not lie on the board: the four cells around its middle must be cells";
  for (const char* wall : {"i1h", "i1v", "a9h", "a9v", "i9h"})
    expect_broken(position, wall, Rule::kWallOffBoard, "the wall " + std::string(wall) + not_whole);
}

TEST(QuoridorWalls, Q22_DoNotStandBesideAHole) {
  // given a hole on c3: the four anchors whose walls have it beside their middle are b2, c2, b3 and c3
  const Position position = started("quoridor", on_map("..1..\n.....\n..#..\n.....\n..0..\n"));
  for (const char* anchor : {"b2", "c2", "b3", "c3"})
    for (const char* orientation : {"h", "v"})
      EXPECT_EQ(judged(position, std::string(anchor) + orientation).error().rule, Rule::kWallOffBoard)
          << anchor;
  EXPECT_EQ(legal_moves(position).size(), 3U + 2U * (16 - 4));
}

TEST(QuoridorWalls, Q23_DoNotOverlap) {
  const Position position = after(started("quoridor"), "e3h c5v");
  expect_broken(position, "e3h", Rule::kWallOverlaps, "the wall e3h is there already");
  expect_broken(position, "d3h", Rule::kWallOverlaps, "the wall d3h overlaps the wall e3h");
  expect_broken(position, "f3h", Rule::kWallOverlaps, "the wall f3h overlaps the wall e3h");
  expect_broken(position, "c4v", Rule::kWallOverlaps, "the wall c4v overlaps the wall c5v");
  expect_broken(position, "c6v", Rule::kWallOverlaps, "the wall c6v overlaps the wall c5v");
  for (const char* wall : {"c3h", "g3h", "e2h", "e4h", "c3v", "c7v", "b5v", "d5v"})
    EXPECT_TRUE(is_legal(position, wall)) << wall;
}

TEST(QuoridorWalls, Q24_DoNotCross) {
  const Position position = after(started("quoridor"), "e3h c5v");
  expect_broken(position, "e3v", Rule::kWallCrosses, "the wall e3v crosses the wall e3h");
  expect_broken(position, "c5h", Rule::kWallCrosses, "the wall c5h crosses the wall c5v");
  // to touch is not to cross
  for (const char* wall : {"d3v", "f3v", "e2v", "e4v", "b5h", "d5h"})
    EXPECT_TRUE(is_legal(position, wall)) << wall;
}

TEST(QuoridorWalls, Q25_LeaveEverySeatAPath) {
  // given two of the three walls that close a row
  const Position position = after(started("quoridor", on_map(kSix)), "a3h c3h");
  // then the third would leave no path
  expect_broken(position, "e3h", Rule::kWallCloses, "the wall e3h would leave seat 0 no path to its goal");
  EXPECT_TRUE(is_legal(position, "e2h"));
  const Names moves = legal_moves(position);
  EXPECT_EQ(std::count(moves.begin(), moves.end(), "e3h"), 0);
}

TEST(QuoridorWalls, Q25_LeaveAPathToTheOtherSeatsToo) {
  // given seat 1 in the north-east corner, with a wall on one side of the pocket it stands in
  const Position before = started("quoridor", on_map(".....1\n......\n......\n......\n......\n..0...\n"));
  const Position position = after(before, "d5v a1v");
  // then seat 0 cannot close the other, though its own path stays open
  expect_to_move(position, 0);
  expect_broken(position, "e5h", Rule::kWallCloses, "the wall e5h would leave seat 1 no path to its goal");
}

TEST(QuoridorWalls, Q25_CareOnlyForSeatsStillInTheGame) {
  // given two of the three walls that part west from east
  const Position before = started("quoridor", on_map("..2...\n......\n1.....\n......\n.....3\n..0...\n"));
  const Position position = after(before, "c1v c3v");
  // then the third is not legal as long as somebody has to cross
  expect_broken(position, "c5v", Rule::kWallCloses, "the wall c5v would leave seat 1 no path to its goal");
  expect_broken(after(position, "x1"), "c5v", Rule::kWallCloses,
                "the wall c5v would leave seat 3 no path to its goal");
  EXPECT_TRUE(is_legal(after(position, "x1 x3"), "c5v"));
}

TEST(QuoridorWalls, Q26_PawnsDoNotBlockAPath) {
  // given a board whose one way north leads over c4, where seat 1 stands
  const Position before = started("quoridor", on_map(".....\n##1##\n.....\n.....\n..0..\n"));
  const Position position = after(before, "a2h");
  // then a wall that joins another wall and a hole, and leaves that way, is legal
  EXPECT_TRUE(is_legal(position, "b2v"));
  EXPECT_EQ(position.as<Quoridor>()->pawn(Seat{1}), cell(position, "c4"));
}

TEST(QuoridorWalls, Q13_CountASeatAsHavingAPathIfAnyCellOfItsSideHasOne) {
  // given four seats, of whose east side only the corners g1 and g7 are there, and both are taken
  Options options = on_map(".......\n......#\n......#\n......#\n......#\n......#\n.......\n");
  options.seats = 4;
  options.start = "placed";
  const Position before = after(started("quoridor", options), "g1 a4 g7");
  expect_to_move(before, 0);  // seat 3 has nowhere to place its pawn
  // when seat 0 leaves, then a wall that shuts g1 in is legal, because of g7
  const Position position = after(before, "c4h e1h a6h x0");
  EXPECT_TRUE(is_legal(position, "d1v"));
}

TEST(QuoridorWalls, Q25_AreNotLegalWhereASeatHasNoPathAlready) {
  // given the same, where seat 3 has to place its pawn on g1, behind walls
  Options options = on_map(".......\n......#\n......#\n......#\n......#\n......#\n.......\n");
  options.seats = 4;
  options.start = "placed";
  const Position position = after(started("quoridor", options), "g1 a4 g7 c4h e1h a6h x0 d1v a1v g1");
  // then the others move their pawns and place no wall, wherever it would be
  expect_to_move(position, 1);
  EXPECT_EQ(legal_moves(position), (Names{"a5", "b4", "a3"}));
  expect_broken(position, "c2h", Rule::kWallCloses, "the wall c2h would leave seat 3 no path to its goal");
}

TEST(QuoridorWalls, Q13_CountASeatAsShutInIfNoCellOfItsSideHasAPath) {
  // given the same, and a board whose west and east are joined by two cells only
  Options options = on_map("...#...\n...#..#\n...#..#\n...#..#\n...#..#\n......#\n.......\n");
  options.seats = 4;
  options.start = "placed";
  const Position position = after(started("quoridor", options), "g1 a4 g7");
  expect_broken(position, "c1v", Rule::kWallCloses, "the wall c1v would leave seat 1 no path to its goal");
  expect_broken(after(position, "x1"), "c1v", Rule::kWallCloses,
                "the wall c1v would leave seat 3 no path to its goal");
}

TEST(QuoridorWalls, Q27_ComeOutOfTheSeatsOwnSupply) {
  Options options;
  options.walls = 1;
  const Position position = after(started("quoridor", options), "e3h");
  EXPECT_EQ(position.as<Quoridor>()->walls_left(Seat{0}), 0U);
  EXPECT_EQ(position.as<Quoridor>()->walls_left(Seat{1}), 1U);
  EXPECT_TRUE(is_legal(position, "e5h"));
  const Position later = after(position, "e8");
  expect_broken(later, "e5h", Rule::kNoWallsLeft, "seat 0 has no walls left");
  EXPECT_EQ(legal_moves(later), (Names{"e2", "d1", "f1"}));
}

}  // namespace quiver::tests
