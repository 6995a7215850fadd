// Connect Four: the board, falling discs, lines, and how it is written.
#include <algorithm>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using base::Error;
using games::ConnectFour;

namespace {

Options of_sides(std::uint32_t rows, std::uint32_t columns) {
  Options options;
  options.rows = rows;
  options.columns = columns;
  return options;
}

Options with_line(Options options, std::uint32_t line) {
  options.line = line;
  return options;
}

Position connect4(std::string_view moves, const Options& options = {}) {
  return after(started("connect4", options), moves);
}

std::string sides_refused(std::uint32_t rows, std::uint32_t columns) {
  return "Connect Four has from 4 to 15 rows and columns, not " + std::to_string(rows) + " by " +
         std::to_string(columns);
}

// The board's rows from the top: '.' or the seat's number.
std::string picture(const Position& position) {
  std::string text;
  for (std::uint32_t v = 0; v < position.graph().num_vertices(); ++v) {
    const auto owner = position.as<ConnectFour>()->disc(Vertex{v});
    text += owner ? static_cast<char>('0' + owner->value()) : '.';
    if (v % position.grid().columns == position.grid().columns - 1) text += '\n';
  }
  return text;
}

std::string connect4_refused(const ConnectFour::Setup& setup) {
  const auto game = ConnectFour::create(setup);
  return game ? "it was accepted" : game.error().sentence;
}

}  // namespace

TEST(ConnectFourBoard, C1_HasTwoSeatsSixRowsAndSevenColumns) {
  const Position position = started("connect4");
  EXPECT_EQ(position.grid(), (graph::Grid{6, 7}));
  EXPECT_EQ(position.turn().seats(), 2U);
  Options options;
  options.seats = 2;
  EXPECT_TRUE(Position::start("connect4", options));
  options.seats = 4;
  EXPECT_EQ(refusal("connect4", options), "Connect Four is played by 2 seats");
}

TEST(ConnectFourBoard, C2_HasFrom4To15RowsAndColumns) {
  for (std::uint32_t rows = 3; rows <= 16; ++rows)
    for (std::uint32_t columns = 3; columns <= 16; ++columns) {
      const bool allowed = std::min(rows, columns) >= 4 && std::max(rows, columns) <= 15;
      EXPECT_EQ(refusal("connect4", of_sides(rows, columns)),
                allowed ? "it was accepted" : sides_refused(rows, columns));
    }
}

TEST(ConnectFourBoard, C2_B15_SizeMeansRowsAndColumns) {
  EXPECT_EQ(started("connect4", of_size(9)).grid(), (graph::Grid{9, 9}));
  EXPECT_EQ(started("connect4", of_size(4)).grid(), (graph::Grid{4, 4}));
  EXPECT_EQ(refusal("connect4", of_size(3)), sides_refused(3, 3));
  EXPECT_EQ(refusal("connect4", of_size(16)), sides_refused(16, 16));
}

TEST(ConnectFourBoard, C3_IsRectangular) {
  EXPECT_TRUE(Position::start("connect4", of_shape("square", 8)));
  EXPECT_EQ(refusal("connect4", of_shape("donut", 9)),
            "Connect Four is played on rectangular boards, not on \"donut\"");
  EXPECT_EQ(started("connect4", on_map(".....\n.....\n.....\n.....\n")).grid(), (graph::Grid{4, 5}));
  EXPECT_EQ(refusal("connect4", on_map(".....\n.....\n..#..\n.....\n")),
            "Connect Four is played on a board without holes");
  EXPECT_EQ(refusal("connect4", on_map(".....\n.....\n0....\n1....\n")),
            "Connect Four starts on an empty board; the map has start digits");
}

TEST(ConnectFourBoard, C4_ALineHasFrom3DiscsToTheLongerSide) {
  EXPECT_EQ(started("connect4").as<ConnectFour>()->line(), 4U);
  EXPECT_EQ(refusal("connect4", with_line({}, 2)), "a line has from 3 to 7 discs on this board, not 2");
  EXPECT_EQ(refusal("connect4", with_line({}, 8)), "a line has from 3 to 7 discs on this board, not 8");
  for (std::uint32_t line = 3; line <= 7; ++line)
    EXPECT_EQ(started("connect4", with_line({}, line)).as<ConnectFour>()->line(), line);
  EXPECT_EQ(started("connect4", with_line(of_sides(12, 5), 12)).as<ConnectFour>()->line(), 12U);
}

TEST(ConnectFourPlay, C5_ADiscFallsToTheLastEmptyCell) {
  EXPECT_EQ(picture(connect4("4 4 3 4")),
            ".......\n"
            ".......\n"
            ".......\n"
            "...1...\n"
            "...1...\n"
            "..00...\n");
}

TEST(ConnectFourPlay, C5_ADiscFallsAlongTheGraphsSouthArcs) {
  // given a board whose rows were numbered the other way round, so that south leads to lower ids
  std::vector<Arc> arcs;
  for (std::uint32_t r = 0; r < 4; ++r)
    for (std::uint32_t c = 0; c < 4; ++c) {
      const std::uint32_t v = r * 4 + c;
      if (r > 0) arcs.insert(arcs.end(), {{v, v - 4, 5}, {v - 4, v, 1}});
      if (c > 0) arcs.insert(arcs.end(), {{v, v - 1, 7}, {v - 1, v, 3}});
    }
  ConnectFour game = ConnectFour::create({graph_of(16, arcs).value(), {4, 4}, 4}).value();
  // when two discs go into the first column, then they pile up from vertex 0
  game.apply({0});
  game.apply({0});
  EXPECT_EQ(game.disc(Vertex{0}), Seat{0});
  EXPECT_EQ(game.disc(Vertex{4}), Seat{1});
}

TEST(ConnectFourPlay, C6_AFullColumnTakesNoDisc) {
  const Position position = connect4("444444");
  expect_broken(position, "4", Rule::kColumnFull, "column 4 is full");
  EXPECT_EQ(legal_moves(position), (Names{"1", "2", "3", "5", "6", "7"}));
  EXPECT_EQ(position.count_legal_moves(), 6U);
}

TEST(ConnectFourPlay, C7_FourInLineWinAlongEachAxis) {
  expect_winner(connect4("1 1 2 2 3 3 4"), 0);          // west to east
  expect_winner(connect4("1 2 1 2 1 2 1"), 0);          // south to north
  expect_winner(connect4("1 2 2 3 3 4 3 4 4 6 4"), 0);  // south-west to north-east
  expect_winner(connect4("7 6 6 5 5 4 5 4 4 2 4"), 0);  // south-east to north-west
  expect_winner(connect4("1 1 2 2 4 4 3"), 0);          // in the gap between the other three
}

TEST(ConnectFourPlay, C7_SeatsDoNotShareALine) {
  EXPECT_FALSE(connect4("1 4 2 5 3 6").outcome().over);
  expect_winner(connect4("1 4 2 5 3 6 1 7"), 1);
}

TEST(ConnectFourPlay, C7_MoreThanFourInLineWinToo) {
  // given two and three of seat 0 with a gap between them on the lowest row
  const Position position = connect4("1 1 2 2 4 4 5 5 6 6");
  ASSERT_FALSE(position.outcome().over);
  // when it is filled, then there are six in line
  expect_winner(after(position, "3"), 0);
}

TEST(ConnectFourPlay, C4_C7_OtherLinesWin) {
  expect_winner(connect4("1 1 2 2 3", with_line({}, 3)), 0);
  const Position position = connect4("1 1 2 2 3 3 4", with_line({}, 5));
  EXPECT_FALSE(position.outcome().over);
  expect_winner(after(position, "4 5"), 0);
}

TEST(ConnectFourPlay, C7_ALineDoesNotGoAroundTheEdge) {
  EXPECT_FALSE(connect4("6 6 7 7 1 1 2 2").outcome().over);
}

TEST(ConnectFourPlay, C8_AFullBoardIsADraw) {
  // given pairs of columns filled so that no seat ever has more than two in line
  const Position position = connect4("1212 2121 3434 4343", of_size(4));
  EXPECT_EQ(picture(position), "1010\n1010\n0101\n0101\n");
  EXPECT_EQ(position.ply(), 16U);
  expect_drawn(position);
}

TEST(ConnectFourPlay, C8_ALineWithTheLastDiscIsAWin) {
  const Position before = connect4("442243132243111", of_size(4));
  ASSERT_FALSE(before.outcome().over);
  ASSERT_EQ(before.count_legal_moves(), 1U);
  expect_winner(after(before, "3"), 1);
}

TEST(ConnectFourPlay, E2_SeatsTakeTurns) {
  Position position = started("connect4");
  for (const unsigned s : {0U, 1U, 0U, 1U}) {
    expect_to_move(position, s);
    position = after(position, "4");
  }
}

TEST(ConnectFourPlay, E4_E7_WhenASeatIsEliminatedTheOtherWinsAndItsDiscsStay) {
  const Position before = connect4("4 4");
  for (const unsigned s : {0U, 1U}) {
    const Position position = after(before, "x" + std::to_string(s));
    expect_winner(position, 1 - s);
    EXPECT_EQ(picture(position), picture(before));
    EXPECT_EQ(position.ply(), 2U);
  }
}

TEST(ConnectFourMoves, C9_AreGeneratedFromLeftToRight) {
  EXPECT_EQ(legal_moves(started("connect4")), (Names{"1", "2", "3", "4", "5", "6", "7"}));
}

TEST(ConnectFourMoves, C12_KnownCounts) {
  auto game = *started("connect4").as<ConnectFour>();
  const std::uint64_t expected[] = {7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
  for (unsigned depth = 1; depth <= 8; ++depth)
    EXPECT_EQ(games::perft(game, depth, games::LastPly::kCounted), expected[depth - 1]);
}

TEST(ConnectFourCheck, E6_NothingIsLegalWhenTheGameIsOver) {
  const Position position = connect4("1 1 2 2 3 3 4");
  expect_broken(position, "5", Rule::kGameOver, "the game is over");
  EXPECT_TRUE(legal_moves(position).empty());
  EXPECT_EQ(position.count_legal_moves(), 0U);
}

TEST(ConnectFourCheck, ColumnsThatTheBoardLacks) {
  const Position position = started("connect4");
  const auto rule_of = [&](std::uint32_t column) {
    return position.as<ConnectFour>()->check({column}).error();
  };
  EXPECT_EQ(rule_of(7).rule, Rule::kNoSuchCell);
  EXPECT_EQ(rule_of(7).sentence, "there is no column 8; columns go from 1 to 7");
  EXPECT_EQ(rule_of(4294967295).sentence, "there is no column 0; columns go from 1 to 7");
}

TEST(ConnectFourNotation, C10_AMoveIsTheNumberOfItsColumn) {
  const Position position = started("connect4");
  EXPECT_EQ(std::get<games::Move>(position.parse("1").value()), games::Move(ConnectFour::Move{0}));
  EXPECT_EQ(position.format(games::Move{ConnectFour::Move{6}}), "7");
  EXPECT_EQ(started("connect4", of_sides(6, 12)).format(games::Move{ConnectFour::Move{11}}), "12");
}

TEST(ConnectFourNotation, N4_TakesNoCells) {
  for (const std::string text : {"d1", "D", "", "-1", "+1", "04", "4.", "1h"})
    EXPECT_EQ(misread(started("connect4"), text),
              '"' + text + "\" is not a Connect Four move; write the number of a column");
}

TEST(ConnectFourNotation, N8_TellsColumnsThatTheBoardLacks) {
  const auto event = started("connect4").parse("8");
  ASSERT_FALSE(event);
  EXPECT_EQ(event.error().code, Error::Code::kNoSuchCell);
  EXPECT_EQ(event.error().sentence, "there is no column 8; columns go from 1 to 7");
  EXPECT_EQ(misread(started("connect4"), "0"), "there is no column 0; columns go from 1 to 7");
}

TEST(ConnectFourNotation, C11_AGameIsSeparatedByCommasOrSpacesOrWrittenInDigits) {
  const Position expected = connect4("4 4 3");
  EXPECT_TRUE(connect4("4,4,3") == expected);
  EXPECT_TRUE(connect4("443") == expected);
  EXPECT_TRUE(connect4("44 3") == expected);
  EXPECT_EQ(connect4("4, 4, 3").ply(), 3U);
}

TEST(ConnectFourNotation, C11_DigitsAreColumnsOnlyUpToNineOfThem) {
  EXPECT_EQ(connect4("99", of_sides(6, 9)).ply(), 2U);
  const Position wide = started("connect4", of_sides(6, 12));
  EXPECT_EQ(after(wide, "12").ply(), 1U);
  EXPECT_EQ(wide.parse_list("443").error().sentence,
            "move 1: there is no column 443; columns go from 1 to 12");
}

TEST(ConnectFourSetup, IsRefusedWhereItDoesNotFitTogether) {
  const auto graph = drawn("....\n....\n....\n....\n");
  EXPECT_EQ(connect4_refused({graph, {4, 4}, 4}), "it was accepted");
  EXPECT_EQ(connect4_refused({graph, {4, 5}, 4}), "the board's sides do not fit its graph");
  EXPECT_EQ(connect4_refused({graph, {2, 8}, 4}), sides_refused(2, 8));
  EXPECT_EQ(connect4_refused({drawn("....\n....\n....\n...#\n"), {4, 4}, 4}),
            "Connect Four is played on a board without holes");
  EXPECT_EQ(connect4_refused({torus(4, 4), {4, 4}, 4}),
            "the columns of the board's graph are not those of its sides");
}

// Given a board whose rows close on themselves, four columns around and five discs to win,
// when a seat fills a whole row, then its four discs are four, however often one walks around.
TEST(ConnectFourRules, ARingOfDiscsIsCountedOnce) {
  std::vector<Arc> arcs;
  for (std::uint32_t v = 0; v < 20; ++v) {
    const std::uint32_t row = v / 4 * 4;
    arcs.push_back({v, row + (v + 1) % 4, 3});
    arcs.push_back({v, row + (v + 3) % 4, 7});
    if (v >= 4) arcs.push_back({v, v - 4, 1});
    if (v < 16) arcs.push_back({v, v + 4, 5});
  }
  const auto game = ConnectFour::create({graph_of(20, arcs).value(), {5, 4}, 5});
  ASSERT_TRUE(game);
  Position position(*game);
  ASSERT_TRUE(games::play(position, *position.parse_list("1122334")));
  EXPECT_FALSE(position.outcome().over);
}

}  // namespace quiver::tests
