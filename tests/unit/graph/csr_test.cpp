// What a graph refuses, whatever it is built from, and the sentence it says so with.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/graph/graph.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using base::Vertex;
using graph::Graph;
using Numbers = std::vector<std::uint32_t>;

namespace {

std::string refusal(const Numbers& row_starts, const Numbers& columns, const Numbers& directions) {
  const auto graph = Graph::from_csr({row_starts, columns, directions});
  return graph ? "it was accepted" : graph.error().sentence;
}

std::string refusal(std::uint32_t vertices, const std::vector<Arc>& arcs) {
  const auto graph = graph_of(vertices, arcs);
  return graph ? "it was accepted" : graph.error().sentence;
}

}  // namespace

TEST(CsrRows, AreAtLeastOne) {
  EXPECT_EQ(refusal({}, {}, {}), "the graph has no vertices");
  EXPECT_EQ(refusal({0}, {}, {}), "the graph has no vertices");
}

TEST(CsrRows, B8_AreAtMost2To20) {
  const Numbers as_many_as_allowed((1U << 20) + 1, 0);
  const Numbers one_more((1U << 20) + 2, 0);
  EXPECT_TRUE(Graph::from_csr({as_many_as_allowed, {}, {}}));
  EXPECT_EQ(refusal(one_more, {}, {}), "the graph has 1048577 vertices; at most 1048576 are allowed");
}

TEST(CsrRows, StartAtZero) {
  EXPECT_EQ(refusal({1, 1, 2}, {1, 0}, {3, 7}), "the graph's first row does not start at 0");
}

TEST(CsrRows, DoNotRunBackwards) {
  EXPECT_EQ(refusal({0, 2, 1, 2}, {1, 0}, {3, 7}), "row 1 of the graph ends before it starts");
}

TEST(CsrRows, EndWhereTheEntriesEnd) {
  EXPECT_EQ(refusal({0, 1, 3}, {1, 0}, {3, 7}), "the graph's rows hold 3 entries but 2 were given");
  EXPECT_EQ(refusal({0, 1, 1}, {1, 0}, {3, 7}), "the graph's rows hold 1 entries but 2 were given");
  EXPECT_EQ(refusal({0, 1, 0xFFFFFFFF}, {1, 0}, {3, 7}),
            "the graph's rows hold 4294967295 entries but 2 were given");
}

TEST(CsrEntries, HaveAColumnAndADirectionEach) {
  EXPECT_EQ(refusal({0, 1, 2}, {1, 0}, {3}), "the graph has 2 columns but 1 directions");
}

TEST(CsrEntries, NameAVertex) {
  EXPECT_EQ(refusal(2, {{0, 2, 3}}),
            "row 0 of the graph has an entry in column 2, but there are only 2 vertices");
  EXPECT_EQ(refusal(2, {{1, 0xFFFFFFFF, 0}}),
            "row 1 of the graph has an entry in column 4294967295, but there are only 2 vertices");
}

TEST(CsrEntries, B4_HaveADirectionFrom1To8) {
  EXPECT_EQ(refusal(2, {{0, 1, 9}}), "the arc from 0 to 1 has direction 9; directions go from 1 to 8");
  EXPECT_EQ(refusal(2, {{0, 1, 4294967295}}),
            "the arc from 0 to 1 has direction 4294967295; directions go from 1 to 8");
}

TEST(CsrEntries, B4_OfDirection0AreNoArcs) {
  // given entries that are 0, also where an arc could not be
  const auto graph = graph_of(2, {{0, 0, 0}, {0, 1, 3}, {0, 1, 0}, {1, 0, 7}, {1, 1, 0}});
  // then only the two arcs count
  ASSERT_TRUE(graph);
  EXPECT_EQ((*graph)->num_arcs(), 2U);
}

TEST(CsrEntries, MayAllBe0) {
  const auto graph = graph_of(2, {{0, 1, 0}});
  ASSERT_TRUE(graph);
  EXPECT_EQ((*graph)->num_arcs(), 0U);
  EXPECT_TRUE((*graph)->isolated(Vertex{0}));
}

TEST(CsrEntries, B7_DoNotLeadToTheVertexTheyLeave) {
  EXPECT_EQ(refusal(2, {{1, 1, 3}}), "vertex 1 has an arc to itself");
}

TEST(CsrEntries, B7_JoinTwoVerticesOnlyOnce) {
  EXPECT_EQ(refusal(2, {{0, 1, 3}, {0, 1, 5}, {1, 0, 7}}), "the graph has two arcs from 0 to 1");
  EXPECT_EQ(refusal(3, {{0, 1, 3}, {0, 2, 5}, {0, 1, 4}, {1, 0, 7}}), "the graph has two arcs from 0 to 1");
}

TEST(CsrEntries, B7_LeaveAVertexInADirectionOnlyOnce) {
  EXPECT_EQ(refusal(3, {{0, 1, 3}, {0, 2, 3}, {1, 0, 7}, {2, 0, 7}}),
            "two arcs leave vertex 0 in direction 3, to 1 and to 2");
  EXPECT_EQ(refusal(2, {{0, 1, 3}, {0, 1, 3}, {1, 0, 7}}),
            "two arcs leave vertex 0 in direction 3, to 1 and to 1");
}

TEST(CsrEntries, AreAtMostEightARow) {
  std::vector<Arc> arcs;
  for (std::uint32_t to = 1; to <= 9; ++to) arcs.push_back({0, to, (to - 1) % 8 + 1});
  EXPECT_EQ(refusal(10, arcs), "vertex 0 has more than 8 arcs");
}

TEST(CsrEntries, B6_HaveTheirOpposites) {
  EXPECT_EQ(refusal(2, {{0, 1, 3}}), "the arc from 0 to 1 in direction 3 has no opposite");
  EXPECT_EQ(refusal(2, {{0, 1, 3}, {1, 0, 6}}), "the arc from 0 to 1 in direction 3 has no opposite");
  // back in the right direction, but to another vertex
  EXPECT_EQ(refusal(3, {{0, 1, 3}, {1, 2, 7}, {2, 1, 3}}),
            "the arc from 0 to 1 in direction 3 has no opposite");
}

TEST(CsrEntries, MayComeInAnyOrderWithinTheirRow) {
  // given the same arcs of the middle of three cells in a row, in both orders
  const auto one = graph_of(3, {{0, 1, 3}, {1, 0, 7}, {1, 2, 3}, {2, 1, 7}});
  const auto other = graph_of(3, {{0, 1, 3}, {1, 2, 3}, {1, 0, 7}, {2, 1, 7}});
  // then the graphs are equal, and their rows are sorted
  ASSERT_TRUE(one && other);
  EXPECT_TRUE(**one == **other);
  EXPECT_EQ((*one)->digest(), (*other)->digest());
  EXPECT_EQ((*other)->row(Vertex{1}).targets[0], 0);
  EXPECT_EQ((*other)->row(Vertex{1}).targets[1], 2);
}

}  // namespace quiver::tests
