// A graph that was accepted: its arcs, its step table, its rows and its digest.
#include "client_sdk/graph/graph.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/graph/direction.hpp"
#include "client_sdk/graph/layout.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using base::Vertex;
using graph::Adjacency;
using graph::Direction;
using graph::Graph;
using graph::kAllDirections;

namespace {

const std::vector<std::string> kBoards = {".....\n.....\n.....\n", "..#..\n.#.#.\n..#..\n", "#.#\n.#.\n#.#\n",
                                          "###\n#.#\n###\n"};

}  // namespace

TEST(Directions, B4_AreNumberedClockwiseFromNorth) {
  EXPECT_EQ(static_cast<unsigned>(Direction::kNone), 0U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kNorth), 1U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kNorthEast), 2U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kEast), 3U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kSouthEast), 4U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kSouth), 5U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kSouthWest), 6U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kWest), 7U);
  EXPECT_EQ(static_cast<unsigned>(Direction::kNorthWest), 8U);
}

TEST(Directions, B6_HaveOpposites) {
  EXPECT_EQ(opposite(Direction::kNorth), Direction::kSouth);
  EXPECT_EQ(opposite(Direction::kNorthEast), Direction::kSouthWest);
  EXPECT_EQ(opposite(Direction::kEast), Direction::kWest);
  EXPECT_EQ(opposite(Direction::kSouthEast), Direction::kNorthWest);
  for (const Direction d : kAllDirections) EXPECT_EQ(opposite(opposite(d)), d);
}

TEST(Graphs, B1_B5_StepAsTheDirectionsSay) {
  // given the middle of a board of 3 rows and 5 columns
  const auto graph = drawn(".....\n.....\n.....\n");
  const Vertex middle{1 * 5 + 2};
  // then north is a row less, east a column more, and the matrix has the same entries
  const std::vector<std::uint32_t> around = {2, 3, 8, 13, 12, 11, 6, 1};
  for (std::uint32_t k = 0; k < 8; ++k) {
    const Direction d = kAllDirections[k];
    EXPECT_EQ(graph->step(middle, d), Vertex{around[k]});
    EXPECT_EQ(graph->arc(middle, Vertex{around[k]}), d);
  }
  EXPECT_EQ(graph->arc(middle, Vertex{4}), Direction::kNone);
  EXPECT_EQ(graph->arc(middle, middle), Direction::kNone);
}

TEST(Graphs, StepOffTheBoardAtItsEdgesAndHoles) {
  const auto graph = drawn("..\n.#\n");
  EXPECT_EQ(graph->off_board(), Vertex{4});
  EXPECT_EQ(graph->step(Vertex{0}, Direction::kNorth), graph->off_board());
  EXPECT_EQ(graph->step(Vertex{0}, Direction::kSouthEast), graph->off_board());
  EXPECT_EQ(graph->step(Vertex{0}, Direction::kEast), Vertex{1});
  EXPECT_FALSE(graph->contains(graph->off_board()));
  EXPECT_TRUE(graph->contains(Vertex{3}));
}

TEST(Graphs, B2_HaveAVertexForEveryCellHolesToo) {
  // given a board of 12 cells of which 3 are holes
  const auto graph = drawn("..#.\n.#..\n...#\n");
  // then all have ids, and the holes no arc in or out
  EXPECT_EQ(graph->num_vertices(), 12U);
  for (std::uint32_t v = 0; v < 12; ++v) {
    const bool hole = v == 2 || v == 5 || v == 11;
    EXPECT_EQ(graph->isolated(Vertex{v}), hole) << v;
    for (std::uint32_t w = 0; w < 12; ++w)
      if (hole) {
        EXPECT_EQ(graph->arc(Vertex{v}, Vertex{w}), Direction::kNone);
        EXPECT_EQ(graph->arc(Vertex{w}, Vertex{v}), Direction::kNone);
      }
  }
}

TEST(Graphs, B3_CountACellThatNoArcTouchesAsAHole) {
  // given a cell in the midst of holes, and one whose only neighbours are diagonal
  const auto eight = drawn("..###\n#.#.#\n..###\n", Adjacency::kEight);
  const auto four = drawn(".#.\n#.#\n.#.\n", Adjacency::kFour);
  const auto also_eight = drawn(".#.\n#.#\n.#.\n", Adjacency::kEight);
  // then the first is isolated on any board, the second where there are no diagonals
  EXPECT_TRUE(eight->isolated(Vertex{8}));
  EXPECT_TRUE(four->isolated(Vertex{4}));
  EXPECT_FALSE(also_eight->isolated(Vertex{4}));
}

TEST(Graphs, B6_HaveTheOppositeOfEveryArc) {
  for (const std::string& map : kBoards)
    for (const Adjacency adjacency : {Adjacency::kFour, Adjacency::kEight}) {
      const auto graph = drawn(map, adjacency);
      for (std::uint32_t i = 0; i < graph->num_vertices(); ++i)
        for (const Direction d : kAllDirections)
          if (const Vertex j = graph->step(Vertex{i}, d); j != graph->off_board()) {
            EXPECT_EQ(graph->arc(j, Vertex{i}), opposite(d));
            EXPECT_EQ(graph->step(j, opposite(d)), Vertex{i});
          }
    }
}

TEST(Graphs, TellTheSameStepsInEveryWay) {
  for (const std::string& map : kBoards) {
    const auto graph = drawn(map);
    for (std::uint32_t v = 0; v < graph->num_vertices(); ++v)
      for (const Direction d : kAllDirections) {
        const Vertex to = graph->step(Vertex{v}, d);
        EXPECT_EQ(graph->steps(Vertex{v})[slot(d)], to.value());
        if (to != graph->off_board()) {
          EXPECT_EQ(graph->arc(Vertex{v}, to), d);
        }
      }
  }
}

TEST(Graphs, HaveRowsInTheOrderOfTheirTargets) {
  for (const std::string& map : kBoards) {
    const auto graph = drawn(map);
    std::size_t arcs = 0;
    for (std::uint32_t v = 0; v < graph->num_vertices(); ++v) {
      const Graph::Row row = graph->row(Vertex{v});
      EXPECT_TRUE(std::is_sorted(row.targets.begin(), row.targets.end()));
      ASSERT_EQ(row.targets.size(), row.directions.size());
      for (std::size_t k = 0; k < row.targets.size(); ++k)
        EXPECT_EQ(graph->step(Vertex{v}, static_cast<Direction>(row.directions[k])).value(),
                  static_cast<std::uint32_t>(row.targets[k]));
      arcs += row.targets.size();
    }
    EXPECT_EQ(arcs, graph->num_arcs());
  }
}

TEST(Graphs, OnAGridAreMonotone) {
  const auto graph = drawn(".....\n..#..\n.....\n");
  EXPECT_TRUE(graph->monotone());
  for (const Direction d :
       {Direction::kEast, Direction::kSouthEast, Direction::kSouth, Direction::kSouthWest})
    EXPECT_TRUE(graph->ascending(d));
  for (const Direction d :
       {Direction::kWest, Direction::kNorthWest, Direction::kNorth, Direction::kNorthEast})
    EXPECT_FALSE(graph->ascending(d));
}

TEST(Graphs, ThatCloseOnThemselvesAreNotMonotone) {
  EXPECT_FALSE(ring(5)->monotone());
  EXPECT_FALSE(torus(4, 5)->monotone());
}

TEST(Graphs, AreEqualWhenTheirArcsAre) {
  EXPECT_TRUE(*drawn("...\n...\n") == *drawn("...\n...\n"));
  EXPECT_FALSE(*drawn("...\n...\n") == *drawn("...\n..#\n"));
  EXPECT_FALSE(*drawn("...\n...\n") == *drawn("...\n...\n", Adjacency::kFour));
  EXPECT_FALSE(*drawn("...\n...\n") == *drawn("..\n..\n..\n"));
}

TEST(Graphs, ThatDifferHaveDifferentDigests) {
  EXPECT_EQ(drawn("...\n...\n")->digest(), drawn("...\n...\n")->digest());
  EXPECT_NE(drawn("...\n...\n")->digest(), drawn("...\n..#\n")->digest());
  EXPECT_NE(drawn("...\n...\n")->digest(), drawn("...\n...\n", Adjacency::kFour)->digest());
  EXPECT_NE(drawn("###\n###\n")->digest(), drawn("###\n###\n###\n")->digest());
}

}  // namespace quiver::tests
