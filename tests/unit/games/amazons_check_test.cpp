// What Amazons says to moves that are not legal, and to texts and boards that are none.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using base::Error;
using games::Amazons;

namespace {

// A hole on d3; queens of seat 0 on a1 and a3, of seat 1 on c1 and e5; an arrow on b4.
Position a_position() {
  return after(started("amazons", on_map("....1\n.....\n0..#.\n.....\n0.1..\n")),
               "a3-b3/b4 c1-d1/c1 b3-a3/b3 d1-c2/d1");
}

Options classic_ten() {
  Options options;
  options.start = "classic";
  return options;
}

std::string amazons_refused(const Amazons::Setup& setup) {
  const auto game = Amazons::create(setup);
  return game ? "it was accepted" : game.error().sentence;
}

}  // namespace

TEST(AmazonsCheck, E6_NothingIsLegalWhenTheGameIsOver) {
  const Position position = after(started("amazons", on_map("0.1\n")), "a1-b1/a1");
  expect_broken(position, "c1-b1/c1", Rule::kGameOver, "the game is over");
  expect_broken(position, "b1-a1/b1", Rule::kGameOver, "the game is over");
}

TEST(AmazonsCheck, VerticesThatTheBoardLacks) {
  const Position position = a_position();
  expect_broken(position, "25-3/4", Rule::kNoSuchCell,
                "there is no vertex 25 on this board; ids go from 0 to 24");
  expect_broken(position, "10-4294967295/4", Rule::kNoSuchCell,
                "there is no vertex 4294967295 on this board; ids go from 0 to 24");
  expect_broken(position, "10-15/30", Rule::kNoSuchCell,
                "there is no vertex 30 on this board; ids go from 0 to 24");
}

TEST(AmazonsCheck, CellsWithoutAQueen) {
  expect_broken(a_position(), "a2-b2/a2", Rule::kNoPiece, "no queen stands on a2");
  expect_broken(a_position(), "b4-c4/b4", Rule::kNoPiece, "no queen stands on b4");
  expect_broken(a_position(), "d3-c4/d3", Rule::kNoPiece, "no queen stands on d3");
}

TEST(AmazonsCheck, QueensOfAnotherSeat) {
  expect_broken(a_position(), "e5-e4/e5", Rule::kNotYourPiece,
                "the queen on e5 belongs to seat 1; it is the turn of seat 0");
}

TEST(AmazonsCheck, QueensAndArrowsThatDoNotMove) {
  expect_broken(a_position(), "a1-a1/a2", Rule::kNoMovement, "the queen stays on a1; she must move");
  expect_broken(a_position(), "a1-a2/a2", Rule::kNoMovement, "the arrow stays on a2; it must fly");
}

TEST(AmazonsCheck, NoStraightLine) {
  expect_broken(a_position(), "a1-c4/b2", Rule::kNotInLine,
                "the queen cannot go from a1 to c4: no straight line of cells joins them");
  expect_broken(a_position(), "a1-a2/b5", Rule::kNotInLine,
                "the arrow cannot go from a2 to b5: no straight line of cells joins them");
  // a hole on the way is no cell of the line
  expect_broken(a_position(), "a3-e3/a3", Rule::kNotInLine,
                "the queen cannot go from a3 to e3: no straight line of cells joins them");
}

TEST(AmazonsCheck, Holes) {
  expect_broken(a_position(), "a1-d3/a1", Rule::kNotInLine, "the queen cannot reach d3, which is a hole");
  expect_broken(a_position(), "a1-b2/d3", Rule::kNotInLine, "the arrow cannot reach d3, which is a hole");
}

TEST(AmazonsCheck, B3_CellsThatNoArcTouches) {
  const Position position = started("amazons", on_map("0.#.\n..##\n.1..\n"));
  expect_broken(position, "a3-d3/a3", Rule::kNotInLine, "the queen cannot reach d3, which is a hole");
}

TEST(AmazonsCheck, PathsThatAreBlocked) {
  expect_broken(a_position(), "a1-a4/a1", Rule::kPathBlocked,
                "the queen passes over a3, where a queen stands");
  expect_broken(a_position(), "a3-c5/a3", Rule::kPathBlocked,
                "the queen passes over b4, where an arrow lies");
  expect_broken(a_position(), "a1-a2/d2", Rule::kPathBlocked,
                "the arrow passes over c2, where a queen stands");
  expect_broken(a_position(), "a1-b1/e1", Rule::kPathBlocked,
                "the arrow passes over c1, where an arrow lies");
}

TEST(AmazonsCheck, A6_TheCellTheQueenLeftIsNeverInTheWay) {
  const Position position = started("amazons", on_map(".1.0..\n"));
  expect_broken(position, "d1-e1/b1", Rule::kOccupied, "the arrow lands on b1, where a queen stands");
  expect_broken(position, "d1-e1/a1", Rule::kPathBlocked, "the arrow passes over b1, where a queen stands");
}

TEST(AmazonsCheck, CellsThatAreTaken) {
  expect_broken(a_position(), "a1-a3/a1", Rule::kOccupied, "the queen lands on a3, where a queen stands");
  expect_broken(a_position(), "a3-b4/a3", Rule::kOccupied, "the queen lands on b4, where an arrow lies");
  expect_broken(a_position(), "a1-a2/c2", Rule::kOccupied, "the arrow lands on c2, where a queen stands");
  expect_broken(a_position(), "a1-a2/b3", Rule::kOccupied, "the arrow lands on b3, where an arrow lies");
}

TEST(AmazonsCheck, AgreesWithTheGeneratorOnEveryTriple) {
  for (const Position& position : {a_position(), started("amazons", of_shape("eight", 8))}) {
    const Amazons& game = *position.as<Amazons>();
    std::uint64_t legal = 0;
    const std::uint32_t n = game.graph().num_vertices();
    for (const Vertex from : game.queens(Seat{0}))
      for (std::uint32_t to = 0; to < n; ++to)
        for (std::uint32_t arrow = 0; arrow < n; ++arrow)
          legal += game.check({from, Vertex{to}, Vertex{arrow}}) ? 1U : 0U;
    EXPECT_EQ(legal, game.count_legal_moves());
  }
}

TEST(AmazonsNotation, A19_IsFromToArrow) {
  const Position position = started("amazons", classic_ten());
  const auto move = position.parse("d1-d7/g7");
  ASSERT_TRUE(move);
  EXPECT_EQ(std::get<games::Move>(*move), games::Move((Amazons::Move{Vertex{93}, Vertex{33}, Vertex{36}})));
  EXPECT_EQ(position.format(*move), "d1-d7/g7");
  EXPECT_TRUE(is_legal(position, "d1-d7/g7"));
}

TEST(AmazonsNotation, A19_N4_TakesVertexIdsToo) {
  const Position position = started("amazons", classic_ten());
  EXPECT_EQ(position.parse("93-33/36").value(), position.parse("d1-d7/g7").value());
  EXPECT_EQ(position.as<Amazons>()->format_numeric({Vertex{93}, Vertex{33}, Vertex{36}}), "93-33/36");
}

TEST(AmazonsNotation, N5_DoesNotMixCellsAndIds) {
  const Position position = started("amazons", classic_ten());
  for (const std::string text : {"93-d7/g7", "d1-33/36", "d1-d7/36", "93-33/g7", "93-33/z99"})
    EXPECT_EQ(misread(position, text),
              '"' + text + "\" mixes names of cells and vertex ids; a move uses one form throughout");
}

TEST(AmazonsNotation, N1_IsLowerCaseAndComplete) {
  const Position position = started("amazons", classic_ten());
  for (const std::string text : {"D1-d7/g7", "d1-d7/G7", "d1-d7", "d1/d7-g7", "d1-d7/", "-d7/g7", "d1 d7 g7",
                                 "", "-/", "d1-d7/g7/", "d1--d7/g7", "d01-d7/g7", "d1-d7/g7 "})
    EXPECT_EQ(misread(position, text),
              '"' + text + "\" is not an Amazons move; write d1-d7/g7 (queen from, queen to, arrow)");
}

TEST(AmazonsNotation, N8_TellsCellsThatTheBoardLacks) {
  const Position position = started("amazons", classic_ten());
  const auto event = position.parse("d1-d11/g7");
  ASSERT_FALSE(event);
  EXPECT_EQ(event.error().code, Error::Code::kNoSuchCell);
  EXPECT_EQ(event.error().sentence, "there is no cell \"d11\" on this board; cells go from a1 to j10");
}

TEST(AmazonsSetup, IsRefusedWhereItDoesNotFitTogether) {
  const auto graph = drawn("...\n...\n");
  const Vertex a{0};
  const Vertex b{5};
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a}, {b}}}), "it was accepted");
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a}, {b}, {Vertex{2}}}}), "it was accepted");
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a, b}}}), "Amazons is played by 2 to 4 seats");
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a}, {b}, {Vertex{1}}, {Vertex{2}}, {Vertex{3}}}}),
            "Amazons is played by 2 to 4 seats");
  EXPECT_EQ(amazons_refused({graph, {2, 2}, {{a}, {b}}}), "the board's sides do not fit its graph");
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a, b}, {}}}), "a seat has no queens");
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a}, {Vertex{6}}}}), "a queen stands off the board");
  EXPECT_EQ(amazons_refused({graph, {2, 3}, {{a}, {a}}}), "two queens share a cell");
}

}  // namespace quiver::tests
