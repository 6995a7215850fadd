// The names of cells: written, read, and refused.
#include "client_sdk/graph/cells.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace quiver::tests {

using base::Error;
using base::Vertex;
using graph::Grid;

namespace {

constexpr Grid kTen{10, 10};
constexpr Grid kWidest{1024, 1024};

Error error_of(const Grid& grid, std::string_view text) {
  const auto cell = grid.parse(text);
  return cell ? Error{Error::Code::kBadInput, "it was accepted"} : cell.error();
}

void expect_no_cell(const Grid& grid, std::string_view text) {
  const Error error = error_of(grid, text);
  EXPECT_EQ(error.code, Error::Code::kBadInput) << text;
  EXPECT_EQ(error.sentence, '"' + std::string(text) + "\" is not a cell");
}

}  // namespace

TEST(CellNames, N2_CountColumnsInLetters) {
  EXPECT_EQ(Grid::column_name(0), "a");
  EXPECT_EQ(Grid::column_name(25), "z");
  EXPECT_EQ(Grid::column_name(26), "aa");
  EXPECT_EQ(Grid::column_name(27), "ab");
  EXPECT_EQ(Grid::column_name(51), "az");
  EXPECT_EQ(Grid::column_name(52), "ba");
  EXPECT_EQ(Grid::column_name(701), "zz");
  EXPECT_EQ(Grid::column_name(702), "aaa");
  EXPECT_EQ(Grid::column_name(1023), "amj");
}

TEST(CellNames, N3_CountRowsFromTheBottom) {
  EXPECT_EQ(kTen.name(Vertex{0}), "a10");
  EXPECT_EQ(kTen.name(Vertex{9}), "j10");
  EXPECT_EQ(kTen.name(Vertex{90}), "a1");
  EXPECT_EQ(kTen.name(Vertex{99}), "j1");
  EXPECT_EQ(kTen.name(Vertex{93}), "d1");
  EXPECT_EQ(kTen.name(Vertex{33}), "d7");
}

TEST(CellNames, OfVerticesOffTheBoardAreTheirNumbers) {
  EXPECT_EQ(kTen.name(Vertex{100}), "100");
  EXPECT_EQ(kTen.name(Vertex{4294967295}), "4294967295");
}

TEST(CellNames, AreReadAsTheyAreWritten) {
  for (const Grid grid : {Grid{1, 1}, Grid{6, 7}, Grid{30, 60}, Grid{2, 1024}}) {
    for (std::uint32_t v = 0; v < grid.rows * grid.columns; ++v) {
      const auto cell = grid.parse(grid.name(Vertex{v}));
      ASSERT_TRUE(cell) << grid.name(Vertex{v});
      EXPECT_EQ(cell->vertex, Vertex{v});
      EXPECT_FALSE(cell->numeric);
    }
  }
}

TEST(CellNames, N2_OfTwoAndThreeLettersAreRead) {
  EXPECT_EQ(kWidest.parse("aa1").value().vertex, Vertex{1023 * 1024 + 26});
  EXPECT_EQ(kWidest.parse("az1").value().vertex, Vertex{1023 * 1024 + 51});
  EXPECT_EQ(kWidest.parse("ba1").value().vertex, Vertex{1023 * 1024 + 52});
  EXPECT_EQ(kWidest.parse("amj1024").value().vertex, Vertex{1023});
}

TEST(CellNames, N4_MayBeVertexIds) {
  const auto cell = kTen.parse("33");
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->vertex, Vertex{33});
  EXPECT_TRUE(cell->numeric);
  EXPECT_EQ(kTen.parse("0").value().vertex, Vertex{0});
}

TEST(CellNames, LeaveItToTheRulesWhetherThereIsSuchAnId) {
  EXPECT_EQ(kTen.parse("100").value().vertex, Vertex{100});
  EXPECT_EQ(kTen.parse("4294967295").value().vertex, Vertex{4294967295});
  expect_no_cell(kTen, "4294967296");
}

TEST(CellNames, N1_AreLowerCase) {
  expect_no_cell(kTen, "D7");
  expect_no_cell(kWidest, "aA7");
}

TEST(CellNames, N3_HaveNoLeadingZeros) {
  expect_no_cell(kTen, "d07");
  expect_no_cell(kTen, "a00");
  expect_no_cell(kTen, "033");
}

TEST(CellNames, AreOneColumnAndOneRow) {
  for (const char* text : {"", "d", "7d", "d7e", "d 7", " d7", "d7 ", "d-7", "d+7", "d7.", "é7"})
    expect_no_cell(kTen, text);
}

TEST(CellNames, N8_TellACellThatTheBoardLacks) {
  for (const char* text : {"k1", "a11", "a0", "zz1", "a4294967295"}) {
    const Error error = error_of(kTen, text);
    EXPECT_EQ(error.code, Error::Code::kNoSuchCell) << text;
    EXPECT_EQ(error.sentence,
              "there is no cell \"" + std::string(text) + "\" on this board; cells go from a1 to j10");
  }
}

TEST(CellNames, OfAnyLengthAreRead) {
  EXPECT_EQ(error_of(kWidest, std::string(10000, 'z') + "1").code, Error::Code::kNoSuchCell);
  EXPECT_EQ(error_of(kWidest, std::string(10000, '9')).code, Error::Code::kBadInput);
}

}  // namespace quiver::tests
