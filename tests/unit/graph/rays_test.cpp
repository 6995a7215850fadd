// Rays: by walking, by bits, and how the two agree on every board that has both.
#include "client_sdk/graph/rays.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/graph/layout.hpp"
#include "client_sdk/graph/lines.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using base::Vertex;
using graph::Direction;
using graph::Graph;
using graph::kAllDirections;
using graph::Lines;
using Ids = std::vector<std::uint32_t>;

namespace {

// What the definition says, and nothing else: along arcs of one direction over vertices that are free.
Ids by_definition(const Graph& graph, Vertex origin, const std::vector<bool>& taken) {
  Ids ids;
  for (const Direction d : kAllDirections)
    for (Vertex v = graph.step(origin, d); graph.contains(v) && !taken[v.value()] && v != origin;
         v = graph.step(v, d))
      ids.push_back(v.value());
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

Ids by_walking(const Graph& graph, Vertex origin, const std::vector<bool>& taken) {
  Ids ids;
  const auto free = [&](Vertex v) { return graph.contains(v) && !taken[v.value()]; };
  graph::for_each_on_rays(graph, origin, free, [&](Vertex v) { ids.push_back(v.value()); });
  return ids;
}

Ids by_asking(const Graph& graph, Vertex origin, const std::vector<bool>& taken) {
  Ids ids;
  const auto free = [&](Vertex v) { return graph.contains(v) && !taken[v.value()]; };
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v)
    if (graph::ray_reaches(graph, origin, Vertex{v}, free)) ids.push_back(v);
  return ids;
}

Ids by_bits(const Lines& lines, Vertex origin, const std::vector<bool>& taken) {
  Lines::Occupied occupied(lines);
  for (std::uint32_t v = 0; v < taken.size(); ++v)
    if (taken[v]) occupied.flip(Vertex{v});
  Ids ids;
  for (const Vertex v : occupied.reached(origin)) ids.push_back(v.value());
  EXPECT_EQ(occupied.count_reached(origin), ids.size());
  return ids;
}

// About a hundred vertices of the board, with pieces thrown at random on ever more of it.
void expect_all_agree(const Graph& graph, const Lines* lines) {
  SCOPED_TRACE("seed 20240517");
  std::mt19937 random(20240517);
  for (const unsigned percent : {0U, 10U, 30U, 60U}) {
    std::vector<bool> taken(graph.num_vertices());
    for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) taken[v] = random() % 100 < percent;
    for (std::uint32_t v = 0; v < graph.num_vertices(); v += graph.num_vertices() / 100 + 1) {
      const Ids ids = by_definition(graph, Vertex{v}, taken);
      ASSERT_EQ(by_walking(graph, Vertex{v}, taken), ids) << "from " << v;
      ASSERT_EQ(by_asking(graph, Vertex{v}, taken), ids) << "from " << v;
      if (lines != nullptr) {
        ASSERT_EQ(by_bits(*lines, Vertex{v}, taken), ids) << "from " << v;
      }
    }
  }
}

}  // namespace

TEST(Rays, A7_EndBeforeAHoleTheEdgeOrAPiece) {
  // given a queen in the south-west corner of this board, and a piece on vertex 9
  const auto graph = drawn("....\n....\n#...\n....\n");
  std::vector<bool> taken(16);
  taken[9] = true;
  // then north ends at the hole, north-east at the piece, east at the edge
  EXPECT_EQ(by_walking(*graph, Vertex{12}, taken), (Ids{13, 14, 15}));
  taken[9] = false;
  EXPECT_EQ(by_walking(*graph, Vertex{12}, taken), (Ids{3, 6, 9, 13, 14, 15}));
}

TEST(Rays, VisitVerticesInTheirOrder) {
  const auto graph = drawn(".....\n.....\n.....\n.....\n.....\n");
  EXPECT_EQ(by_walking(*graph, Vertex{12}, std::vector<bool>(25)),
            (Ids{0, 2, 4, 6, 7, 8, 10, 11, 13, 14, 16, 17, 18, 20, 22, 24}));
}

TEST(Rays, A8_EndWhereTheyBeganOnARing) {
  // given a ring of five cells
  const auto graph = ring(5);
  std::vector<bool> taken(5);
  // then both rays go all the way around and do not count their origin
  EXPECT_EQ(by_walking(*graph, Vertex{2}, taken), (Ids{0, 1, 3, 4}));
  // and something on the ring stops one ray on each side
  taken[0] = true;
  EXPECT_EQ(by_walking(*graph, Vertex{2}, taken), (Ids{1, 3, 4}));
  EXPECT_EQ(by_asking(*graph, Vertex{2}, taken), (Ids{1, 3, 4}));
}

TEST(Rays, A8_OnGraphsThatCloseOnThemselvesAgree) {
  expect_all_agree(*ring(7), nullptr);
  expect_all_agree(*torus(5, 5), nullptr);
  expect_all_agree(*torus(4, 7), nullptr);
}

TEST(Rays, OnBoardsTooLargeForBitsAgree) {
  const auto graph = graph::build_graph(graph::shape("eight", 24).value(), graph::Adjacency::kEight).value();
  EXPECT_EQ(Lines::of(*graph), nullptr);
  expect_all_agree(*graph, nullptr);
}

TEST(RaysFromBits, AgreeWithWalkingOnSquares) {
  for (const std::uint32_t side : {5U, 8U, 10U, 11U, 12U, 16U, 22U}) {
    const auto graph =
        graph::build_graph(graph::shape("square", side).value(), graph::Adjacency::kEight).value();
    const auto lines = Lines::of(*graph);
    ASSERT_NE(lines, nullptr) << side;
    expect_all_agree(*graph, lines.get());
  }
}

TEST(RaysFromBits, AgreeWithWalkingOnShapesWithHoles) {
  for (const auto& [name, side] :
       {std::pair{"donut", 9U}, {"donut", 12U}, {"clover", 10U}, {"eight", 8U}, {"eight", 12U}}) {
    const auto graph = graph::build_graph(graph::shape(name, side).value(), graph::Adjacency::kEight).value();
    const auto lines = Lines::of(*graph);
    ASSERT_NE(lines, nullptr) << name;
    expect_all_agree(*graph, lines.get());
  }
}

TEST(RaysFromBits, AgreeWithWalkingOnOddBoards) {
  const std::string longest = std::string(62, '.') + '\n' + std::string(62, '.') + '\n';
  for (const std::string& map : {std::string(".\n"), std::string("...\n"), std::string("#.#\n.#.\n#.#\n"),
                                 std::string("..#..\n#...#\n.....\n#.#.#\n"), longest}) {
    const auto graph = drawn(map);
    const auto lines = Lines::of(*graph);
    ASSERT_NE(lines, nullptr) << map;
    expect_all_agree(*graph, lines.get());
  }
}

TEST(RaysFromBits, AgreeWithWalkingWithoutDiagonals) {
  const auto graph = drawn("......\n......\n..#...\n......\n", graph::Adjacency::kFour);
  const auto lines = Lines::of(*graph);
  ASSERT_NE(lines, nullptr);
  expect_all_agree(*graph, lines.get());
}

TEST(RaysFromBits, AreRefusedWhereTheyDoNotFit) {
  EXPECT_NE(Lines::of(*drawn(std::string(62, '.'))), nullptr);
  EXPECT_EQ(Lines::of(*drawn(std::string(63, '.'))), nullptr) << "a line of more than 62";
  const auto of_rectangle = [](std::uint32_t rows, std::uint32_t columns, graph::Adjacency adjacency) {
    return Lines::of(*graph::build_graph(graph::rectangle(rows, columns).value(), adjacency).value());
  };
  EXPECT_NE(of_rectangle(16, 32, graph::Adjacency::kEight), nullptr) << "512 vertices";
  EXPECT_EQ(of_rectangle(19, 27, graph::Adjacency::kEight), nullptr) << "513 vertices";
  EXPECT_EQ(of_rectangle(16, 16, graph::Adjacency::kFour), nullptr) << "more than 256 lines";
}

TEST(Grids, AreWhatGraphsOfLayoutsLieOn) {
  const auto graph = drawn("....\n.#..\n....\n");
  EXPECT_TRUE(graph::lies_on_grid(*graph, 3, 4));
  EXPECT_FALSE(graph::lies_on_grid(*graph, 4, 3));
  EXPECT_FALSE(graph::lies_on_grid(*graph, 2, 6));
  EXPECT_FALSE(graph::lies_on_grid(*graph, 3, 5));
  EXPECT_TRUE(graph::lies_on_grid(*drawn("....\n.#..\n", graph::Adjacency::kFour), 2, 4));
}

TEST(Grids, MayLackArcs) {
  const auto cut = graph_of(4, {{0, 1, 3}, {1, 0, 7}});
  EXPECT_TRUE(graph::lies_on_grid(*cut.value(), 2, 2));
}

TEST(Grids, AreNotWhatOtherGraphsLieOn) {
  EXPECT_FALSE(graph::lies_on_grid(*ring(5), 1, 5));
  EXPECT_FALSE(graph::lies_on_grid(*torus(4, 4), 4, 4));
  // an arc to the right cell by the wrong name
  const auto wrong = graph_of(4, {{0, 1, 2}, {1, 0, 6}});
  EXPECT_FALSE(graph::lies_on_grid(*wrong.value(), 2, 2));
}

}  // namespace quiver::tests
