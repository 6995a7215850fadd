// The named shapes and the rectangle: which sides they have, and where their holes are.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/graph/layout.hpp"

namespace quiver::tests {

using base::Vertex;
using graph::Adjacency;
using graph::Direction;
using graph::Layout;

namespace {

std::string sentence_of(std::string_view name, std::uint32_t side) {
  const auto layout = graph::shape(name, side);
  return layout ? "it was accepted" : layout.error().sentence;
}

std::string picture(const Layout& layout) {
  std::string text;
  for (std::uint32_t r = 0; r < layout.rows; ++r)
    text += layout.cells.substr(std::size_t{r} * layout.columns, layout.columns) + '\n';
  return text;
}

// The sides up to 1024 that are multiples of `part` from `least` on are taken, with so many cells, and
// all others refused.
void expect_sides(std::string_view name, std::uint32_t part, std::uint32_t least,
                  std::uint64_t cells_of_parts) {
  for (std::uint32_t m = 0; m <= 1030; m = m == 130 ? 1000 : m + 1) {
    const bool allowed = m % part == 0 && m >= least && m <= 1024;
    const auto layout = graph::shape(name, m);
    ASSERT_EQ(layout.has_value(), allowed) << name << " of side " << m;
    if (!allowed) continue;
    const auto cells =
        static_cast<std::uint64_t>(std::count(layout->cells.begin(), layout->cells.end(), '.'));
    EXPECT_EQ(cells * part * part, cells_of_parts * m * m) << name << " of side " << m;
    EXPECT_EQ(layout->cells.size(), std::size_t{m} * m);
    EXPECT_EQ(layout->rows, m);
    EXPECT_EQ(layout->columns, m);
    EXPECT_EQ(layout->seats(), 0U);
  }
}

}  // namespace

TEST(Shapes, B8_B10_SquareHasAnySideFrom5) {
  expect_sides("square", 1, 5, 1);
  EXPECT_EQ(picture(graph::shape("square", 5).value()), ".....\n.....\n.....\n.....\n.....\n");
}

TEST(Shapes, B11_DonutLacksItsCentre) {
  expect_sides("donut", 3, 6, 8);
  EXPECT_EQ(picture(graph::shape("donut", 6).value()), "......\n......\n..##..\n..##..\n......\n......\n");
}

TEST(Shapes, B12_CloverLacksFourBlocks) {
  expect_sides("clover", 5, 5, 21);
  EXPECT_EQ(picture(graph::shape("clover", 5).value()), ".....\n.#.#.\n.....\n.#.#.\n.....\n");
}

TEST(Shapes, B13_EightLacksTwoBlocks) {
  expect_sides("eight", 4, 8, 14);
  EXPECT_EQ(picture(graph::shape("eight", 8).value()),
            "........\n........\n....##..\n....##..\n..##....\n..##....\n........\n........\n");
}

TEST(Shapes, B14_SayWhichSidesTheyAllow) {
  EXPECT_EQ(sentence_of("square", 4), "a square board cannot have side 4; it allows sides from 5 to 1024");
  EXPECT_EQ(sentence_of("square", 1025),
            "a square board cannot have side 1025; it allows sides from 5 to 1024");
  EXPECT_EQ(sentence_of("donut", 10),
            "a donut board cannot have side 10; it allows sides that are multiples of 3 from 6 to 1023");
  EXPECT_EQ(sentence_of("donut", 3),
            "a donut board cannot have side 3; it allows sides that are multiples of 3 from 6 to 1023");
  EXPECT_EQ(sentence_of("clover", 0),
            "a clover board cannot have side 0; it allows sides that are multiples of 5 from 5 to 1020");
  EXPECT_EQ(sentence_of("clover", 1025),
            "a clover board cannot have side 1025; it allows sides that are multiples of 5 from 5 to 1020");
  for (const std::uint32_t side : {0U, 4U, 10U, 1028U})
    EXPECT_NE(sentence_of("eight", side)
                  .find(" cannot have side " + std::to_string(side) +
                        "; it allows sides that are multiples of 4 from 8 to 1024"),
              std::string::npos);
}

TEST(Shapes, AreFourByName) {
  for (const char* name : {"square", "donut", "clover", "eight"}) EXPECT_TRUE(graph::is_shape(name));
  for (const char* name : {"", "Square", "circle", "squares"}) EXPECT_FALSE(graph::is_shape(name));
  EXPECT_EQ(sentence_of("circle", 10),
            "there is no shape called \"circle\"; the shapes are square, donut, clover and eight");
}

TEST(Shapes, B9_JoinDiagonalNeighboursBetweenHoles) {
  // given the two cells in the centre of an eight whose other two neighbours are holes
  const Layout layout = graph::shape("eight", 8).value();
  const Vertex north_west{3 * 8 + 3};
  const Vertex south_east{4 * 8 + 4};
  ASSERT_EQ(layout.at(3, 4), '#');
  ASSERT_EQ(layout.at(4, 3), '#');
  // then they are joined where there are diagonals
  const auto eight = graph::build_graph(layout, Adjacency::kEight).value();
  EXPECT_EQ(eight->step(north_west, Direction::kSouthEast), south_east);
  EXPECT_EQ(eight->step(south_east, Direction::kNorthWest), north_west);
  const auto four = graph::build_graph(layout, Adjacency::kFour).value();
  EXPECT_EQ(four->arc(north_west, south_east), Direction::kNone);
}

TEST(Shapes, B2_BecomeGraphsWithAllTheirHoles) {
  for (const char* name : {"square", "donut", "clover", "eight"}) {
    const Layout layout = graph::shape(name, 60).value();
    for (const Adjacency adjacency : {Adjacency::kFour, Adjacency::kEight}) {
      const auto graph = graph::build_graph(layout, adjacency).value();
      ASSERT_EQ(graph->num_vertices(), 3600U);
      for (std::uint32_t v = 0; v < 3600; ++v)
        EXPECT_EQ(graph->isolated(Vertex{v}), !layout.playable(Vertex{v})) << name << ' ' << v;
    }
  }
}

TEST(Shapes, HaveTheArcsOfAGrid) {
  const Layout layout = graph::shape("square", 10).value();
  EXPECT_EQ(graph::build_graph(layout, Adjacency::kFour).value()->num_arcs(), 4U * 90);
  EXPECT_EQ(graph::build_graph(layout, Adjacency::kEight).value()->num_arcs(), 4U * 90 + 4U * 81);
}

TEST(Rectangles, B8_HaveSidesUpTo1024) {
  const auto layout = graph::rectangle(6, 7);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->rows, 6U);
  EXPECT_EQ(layout->columns, 7U);
  EXPECT_EQ(layout->cells, std::string(42, '.'));
  EXPECT_TRUE(graph::rectangle(1, 1024));
  EXPECT_TRUE(graph::rectangle(1024, 1));
  EXPECT_EQ(graph::rectangle(0, 7).error().sentence,
            "a board of 0 rows and 7 columns is not possible: sides go from 1 to 1024");
  EXPECT_EQ(graph::rectangle(7, 0).error().sentence,
            "a board of 7 rows and 0 columns is not possible: sides go from 1 to 1024");
  EXPECT_EQ(graph::rectangle(6, 1025).error().sentence,
            "a board of 6 rows and 1025 columns is not possible: sides go from 1 to 1024");
  EXPECT_EQ(graph::rectangle(4294967295, 6).error().sentence,
            "a board of 4294967295 rows and 6 columns is not possible: sides go from 1 to 1024");
}

TEST(Rectangles, B8_OfTheLargestSidesBecomeGraphs) {
  const auto graph = graph::build_graph(graph::rectangle(1024, 1024).value(), Adjacency::kEight);
  ASSERT_TRUE(graph);
  EXPECT_EQ((*graph)->num_vertices(), 1U << 20);
  EXPECT_EQ((*graph)->num_arcs(), 4U * 1024 * 1023 + 4U * 1023 * 1023);
}

}  // namespace quiver::tests
