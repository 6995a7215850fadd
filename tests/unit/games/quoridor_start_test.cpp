// Where the pawns of Quoridor start, on which boards, with how many walls.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using games::Quoridor;
using graph::Direction;

namespace {

std::string pawn(const Position& position, unsigned s) {
  const Vertex v = position.as<Quoridor>()->pawn(seat(s));
  return v == position.graph().off_board() ? "nowhere" : position.grid().name(v);
}

unsigned walls(const Position& position, unsigned s) { return position.as<Quoridor>()->walls_left(seat(s)); }

Options with_seats(Options options, std::uint32_t seats) {
  options.seats = seats;
  return options;
}

Options with_start(Options options, std::string start) {
  options.start = std::move(start);
  return options;
}

// So many empty rows.
std::string open_map(std::uint32_t rows, std::uint32_t columns) {
  std::string map;
  for (std::uint32_t r = 0; r < rows; ++r) map += std::string(columns, '.') + '\n';
  return map;
}

// The same with pawns in the middle of the south and north rows.
std::string duel_map(std::uint32_t rows, std::uint32_t columns) {
  std::string map = open_map(rows, columns);
  map[columns / 2] = '1';
  map[(rows - 1) * (columns + 1) + columns / 2] = '0';
  return map;
}

const std::string kWrongSides =
    "Quoridor needs odd sides from 5 to 25 (even ones only on a map with start digits), not ";

}  // namespace

TEST(QuoridorStart, Q1_HasTwoSeatsOnASquareOfNineByDefault) {
  const Position position = started("quoridor");
  EXPECT_EQ(position.grid(), (graph::Grid{9, 9}));
  EXPECT_EQ(position.turn().seats(), 2U);
  EXPECT_EQ(started("quoridor", with_seats({}, 4)).turn().seats(), 4U);
  EXPECT_EQ(refusal("quoridor", with_seats({}, 3)), "a game has 2 or 4 seats, not 3");
}

TEST(QuoridorStart, Q2_HasOddSidesFrom5To25) {
  for (std::uint32_t side = 5; side <= 30; ++side) {
    if (side % 2 == 1 && side <= 25)
      EXPECT_EQ(started("quoridor", of_size(side)).grid().rows, side);
    else
      EXPECT_EQ(refusal("quoridor", of_size(side)), kWrongSides + std::to_string(side));
  }
  EXPECT_EQ(refusal("quoridor", of_size(3)),
            "a square board cannot have side 3; it allows sides from 5 to 1024");
}

TEST(QuoridorStart, Q2_IsNeverPlayedOnEight) {
  for (std::uint32_t side = 5; side <= 25; ++side)
    EXPECT_NE(refusal("quoridor", of_shape("eight", side)), "it was accepted");
  EXPECT_EQ(refusal("quoridor", of_shape("eight", 8)), kWrongSides + "8");
}

TEST(QuoridorStart, Q3_MayHaveHoles) {
  for (const auto& [shape, side] :
       {std::pair{"donut", 9U}, {"donut", 21U}, {"clover", 5U}, {"clover", 15U}, {"clover", 25U}})
    EXPECT_TRUE(Position::start("quoridor", of_shape(shape, side))) << shape;
  EXPECT_TRUE(Position::start("quoridor", on_map(".....\n.#...\n...#.\n.....\n.....\n")));
}

TEST(QuoridorStart, Q4_HasOnlyOrthogonalArcs) {
  const Position position = started("quoridor");
  EXPECT_EQ(position.graph().num_arcs(), 4U * 9 * 8);
  for (std::uint32_t v = 0; v < 81; ++v)
    for (const Direction d :
         {Direction::kNorthEast, Direction::kSouthEast, Direction::kSouthWest, Direction::kNorthWest})
      EXPECT_EQ(position.graph().step(Vertex{v}, d), position.graph().off_board());
}

TEST(QuoridorStart, Q5_Q9_PutsPawnsInTheMiddleOfTheirSides) {
  const Position two = started("quoridor");
  EXPECT_EQ(pawn(two, 0), "e1");
  EXPECT_EQ(pawn(two, 1), "e9");
  const Position four = started("quoridor", with_seats(of_size(7), 4));
  EXPECT_EQ(pawn(four, 0), "d1");
  EXPECT_EQ(pawn(four, 1), "a4");
  EXPECT_EQ(pawn(four, 2), "d7");
  EXPECT_EQ(pawn(four, 3), "g4");
  EXPECT_TRUE(two == started("quoridor", with_start({}, "middle")));
}

TEST(QuoridorStart, Q6_ASeatsGoalIsThePlayablePartOfTheOppositeSide) {
  // given four seats on a board with a hole in the middle of no side, but in every corner
  const Position position = started("quoridor", with_seats(on_map("#...#\n.....\n.....\n.....\n#...#\n"), 4));
  const auto& terrain = position.as<Quoridor>()->terrain();
  for (std::uint32_t v = 0; v < 25; ++v) {
    EXPECT_EQ(terrain.is_goal(seat(0), Vertex{v}), v == 1 || v == 2 || v == 3) << v;
    EXPECT_EQ(terrain.is_goal(seat(1), Vertex{v}), v == 9 || v == 14 || v == 19) << v;
    EXPECT_EQ(terrain.is_goal(seat(2), Vertex{v}), v == 21 || v == 22 || v == 23) << v;
    EXPECT_EQ(terrain.is_goal(seat(3), Vertex{v}), v == 5 || v == 10 || v == 15) << v;
  }
}

TEST(QuoridorStart, Q7_GivesTenWallsToTwoSeatsAndFiveToFour) {
  for (const unsigned s : {0U, 1U}) EXPECT_EQ(walls(started("quoridor"), s), 10U);
  for (const unsigned s : {0U, 1U, 2U, 3U}) EXPECT_EQ(walls(started("quoridor", with_seats({}, 4)), s), 5U);
}

TEST(QuoridorStart, Q8_GivesWallsInProportionToTheSide) {
  const std::vector<std::array<std::uint32_t, 3>> expected = {
      {5, 6, 3},   {7, 8, 4},    {9, 10, 5},   {11, 12, 6},  {13, 14, 7}, {15, 17, 8},
      {17, 19, 9}, {19, 21, 11}, {21, 23, 12}, {23, 26, 13}, {25, 28, 14}};
  for (const auto& [side, of_two, of_four] : expected) {
    EXPECT_EQ(walls(started("quoridor", of_size(side)), 1), of_two) << side;
    EXPECT_EQ(walls(started("quoridor", with_seats(of_size(side), 4)), 3), of_four) << side;
  }
}

TEST(QuoridorStart, Q8_TakesTheLongerSideOfAMap) {
  EXPECT_EQ(walls(started("quoridor", on_map(duel_map(6, 13))), 0), 14U);
  EXPECT_EQ(walls(started("quoridor", on_map(duel_map(13, 6))), 0), 14U);
}

TEST(QuoridorStart, Q8_TakesAnotherNumberOfWallsUpTo255) {
  for (const std::uint32_t n : {0U, 1U, 255U}) {
    Options options;
    options.walls = n;
    EXPECT_EQ(walls(started("quoridor", options), 0), n);
  }
  Options options;
  options.walls = 256;
  EXPECT_EQ(refusal("quoridor", options), "a seat has at most 255 walls, not 256");
}

TEST(QuoridorStart, Q10_PlacedPutsEachPawnWithTheSeatsFirstMove) {
  // given no pawn on the board
  Position position = started("quoridor", with_start({}, "placed"));
  EXPECT_EQ(pawn(position, 0), "nowhere");
  EXPECT_EQ(pawn(position, 1), "nowhere");
  // then seat 0 chooses a cell of the south row, seat 1 one of the north row
  EXPECT_EQ(legal_moves(position), (Names{"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1"}));
  position = after(position, "c1");
  EXPECT_EQ(pawn(position, 0), "c1");
  EXPECT_EQ(legal_moves(position), (Names{"a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9"}));
  // and from then on they play as ever
  position = after(position, "i9");
  EXPECT_EQ(position.count_legal_moves(), 3U + 128U);
  EXPECT_EQ(position.ply(), 2U);
}

TEST(QuoridorStart, Q10_PlacedPawnsDoNotShareACorner) {
  Position position = after(started("quoridor", with_seats(with_start(of_size(5), "placed"), 4)), "a1");
  EXPECT_EQ(legal_moves(position), (Names{"a5", "a4", "a3", "a2"}));
  position = after(position, "a5");
  EXPECT_EQ(legal_moves(position), (Names{"b5", "c5", "d5", "e5"}));
}

TEST(QuoridorStart, Q10_B3_PlacedPawnsNeedAPlayableCell) {
  // given a hole in the south row, and beside it a cell that nothing touches
  const Position position =
      started("quoridor", with_start(on_map(".....\n.....\n.....\n#....\n.#...\n"), "placed"));
  EXPECT_EQ(legal_moves(position), (Names{"c1", "d1", "e1"}));
}

TEST(QuoridorStart, Q11_PlacesNoWallBeforeThePawn) {
  const Position position = started("quoridor", with_start({}, "placed"));
  expect_broken(position, "e3h", Rule::kNotPlaced, "the pawn is placed first; no wall before that");
}

TEST(QuoridorStart, Q12_RefusesPlacedWhereAPawnCouldBeShutIn) {
  EXPECT_EQ(refusal("quoridor", with_start(on_map(".....\n.....\n.....\n##...\n..#..\n"), "placed")),
            "seat 0 could place its pawn on a1, from where no path leads to its goal");
  EXPECT_EQ(refusal("quoridor", with_start(on_map("...#.\n...#.\n...##\n.....\n.....\n"), "placed")),
            "seat 1 could place its pawn on e5, from where no path leads to its goal");
}

TEST(QuoridorStart, Q12_RefusesPlacedWhereASeatHasNoCellToPlaceItsPawnOn) {
  EXPECT_EQ(refusal("quoridor", with_start(on_map(".....\n.....\n.....\n.....\n#####\n"), "placed")),
            "seat 0 has no cell on its side to place its pawn on");
}

TEST(QuoridorStart, Q14_TakesOnePawnASeatFromTheMap) {
  const Position position = started("quoridor", on_map(".....\n.1...\n.....\n...0.\n.....\n"));
  EXPECT_EQ(pawn(position, 0), "d2");
  EXPECT_EQ(pawn(position, 1), "b4");
  EXPECT_EQ(refusal("quoridor", on_map("..1..\n.....\n.....\n.0...\n..0..\n")),
            "the map has the digit 0 twice; in Quoridor a seat has one pawn");
  EXPECT_EQ(refusal("quoridor", on_map("..0..\n.....\n.....\n.....\n..1..\n")),
            "the pawn of seat 0 stands on its goal already");
  EXPECT_EQ(refusal("quoridor", on_map("..1..\n.....\n#####\n.....\n..0..\n")),
            "the pawn of seat 0 has no path to its goal");
  EXPECT_EQ(refusal("quoridor", on_map("#1#..\n.#...\n.....\n.....\n..0..\n")),
            "the pawn of seat 1 has no path to its goal");
}

TEST(QuoridorStart, B20_RefusesAStartBesideDigits) {
  EXPECT_EQ(refusal("quoridor", with_start(on_map(duel_map(5, 5)), "placed")),
            "the map's digits determine the start; leave out --start");
}

TEST(QuoridorStart, B21_RefusesAMapWithoutDigitsThatTheStartDoesNotFit) {
  EXPECT_EQ(refusal("quoridor", on_map(open_map(7, 9))),
            "the middle start needs a square board; this one has 7 rows and 9 columns");
  EXPECT_EQ(refusal("quoridor", with_start(on_map(open_map(7, 9)), "placed")),
            "the placed start needs a square board; this one has 7 rows and 9 columns");
  EXPECT_EQ(refusal("quoridor", on_map("..#..\n.....\n.....\n.....\n.....\n")),
            "the map has no start digits, and the ordinary start puts a pawn on c5, which is a hole");
}

TEST(QuoridorStart, Q15_MapsHaveSidesFrom5To25) {
  EXPECT_EQ(refusal("quoridor", on_map(duel_map(4, 9))), kWrongSides + "4 by 9");
  EXPECT_EQ(refusal("quoridor", on_map(duel_map(9, 26))), kWrongSides + "9 by 26");
  EXPECT_TRUE(Position::start("quoridor", on_map(duel_map(5, 25))));
}

TEST(QuoridorStart, Q15_MapsMayHaveEvenSidesIfTheyHaveDigits) {
  EXPECT_EQ(started("quoridor", on_map(duel_map(6, 8))).grid(), (graph::Grid{6, 8}));
  EXPECT_EQ(refusal("quoridor", on_map(open_map(6, 6))), kWrongSides + "6");
  EXPECT_EQ(refusal("quoridor", on_map(open_map(6, 8))), kWrongSides + "6 by 8");
}

TEST(QuoridorStart, RefusesStartsItDoesNotKnow) {
  EXPECT_EQ(refusal("quoridor", with_start({}, "course")),
            "Quoridor does not know the start \"course\"; it knows middle and placed");
}

}  // namespace quiver::tests
