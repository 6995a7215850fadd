// A graph taken apart into its rows and put together again is the same graph.
#include <gtest/gtest.h>

#include "tests/property/arcs.hpp"
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using base::Vertex;
using graph::Direction;
using graph::Graph;

struct Csr {
  std::vector<std::uint32_t> row_starts = {0};
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> directions;

  [[nodiscard]] graph::CsrView view() const { return {row_starts, columns, directions}; }
};

Csr taken_apart(const Graph& graph) {
  Csr csr;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const Graph::Row row = graph.row(Vertex{v});
    for (std::size_t k = 0; k < row.targets.size(); ++k) {
      csr.columns.push_back(static_cast<std::uint32_t>(row.targets[k]));
      csr.directions.push_back(row.directions[k]);
    }
    csr.row_starts.push_back(static_cast<std::uint32_t>(csr.columns.size()));
  }
  return csr;
}

void expect_round_trip(const Graph& graph) {
  const auto again = Graph::from_csr(taken_apart(graph).view());
  ASSERT_TRUE(again) << again.error().sentence;
  ASSERT_TRUE(**again == graph);
  ASSERT_EQ((*again)->digest(), graph.digest());
  ASSERT_EQ((*again)->num_arcs(), graph.num_arcs());
  ASSERT_EQ((*again)->monotone(), graph.monotone());
}

// The matrix, the rows and the step table tell the same.
void expect_consistent(const Graph& graph) {
  std::size_t arcs = 0;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const Graph::Row row = graph.row(Vertex{v});
    ASSERT_EQ(graph.isolated(Vertex{v}), row.targets.empty());
    for (std::size_t k = 0; k < row.targets.size(); ++k, ++arcs) {
      const Vertex to{static_cast<std::uint32_t>(row.targets[k])};
      const auto d = static_cast<Direction>(row.directions[k]);
      if (k > 0) {
        ASSERT_LT(row.targets[k - 1], row.targets[k]);
      }
      ASSERT_EQ(graph.step(Vertex{v}, d), to);
      ASSERT_EQ(graph.step(to, graph::opposite(d)), Vertex{v});
      ASSERT_EQ(graph.arc(Vertex{v}, to), d);
    }
  }
  ASSERT_EQ(arcs, graph.num_arcs());
}

class GraphRows : public PropertyTest {};

TEST_P(GraphRows, OfEveryBoardGoThereAndBack) {
  on_every_case([](Trial& trial) {
    const games::Position position = trial.start();
    ASSERT_NO_FATAL_FAILURE(expect_consistent(position.graph()));
    ASSERT_NO_FATAL_FAILURE(expect_round_trip(position.graph()));
  });
}

TEST_P(GraphRows, TellDifferentBoardsApart) {
  std::vector<games::Position> starts;
  on_every_case([&](Trial& trial) { starts.push_back(trial.start()); });
  for (const auto& a : starts)
    for (const auto& b : starts) ASSERT_EQ(a.graph() == b.graph(), a.graph().digest() == b.graph().digest());
}

INSTANTIATE_TEST_SUITE_P(Games, GraphRows, every_game(), game_name);

TEST(GraphRowsOffTheGrid, GoThereAndBackInAnyOrderAndWithZeros) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("GraphRowsOffTheGrid");
  for (int k = 0; k < 100; ++k) {
    const graph::GraphPtr graph = random_arcs(12, 80, dice.one_in(2), dice).graph();
    ASSERT_NO_FATAL_FAILURE(expect_consistent(*graph));
    ASSERT_NO_FATAL_FAILURE(expect_round_trip(*graph));

    Csr mixed;  // rows backwards, with entries 0, which are no arcs
    for (std::uint32_t v = 0; v < graph->num_vertices(); ++v) {
      const Graph::Row row = graph->row(Vertex{v});
      for (std::size_t at = row.targets.size(); at-- > 0;) {
        mixed.columns.insert(mixed.columns.end(), {static_cast<std::uint32_t>(row.targets[at]), v});
        mixed.directions.insert(mixed.directions.end(), {row.directions[at], 0});
      }
      mixed.row_starts.push_back(static_cast<std::uint32_t>(mixed.columns.size()));
    }
    const auto again = Graph::from_csr(mixed.view());
    ASSERT_TRUE(again) << again.error().sentence;
    ASSERT_TRUE(**again == *graph);
    ASSERT_EQ((*again)->digest(), graph->digest());
  }
}

// One arc less, or with another direction, is another graph or none.
TEST(GraphRowsOffTheGrid, AreRefusedWhenAnOppositeIsMissing) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("opposites");
  const graph::GraphPtr graph = wrapped_grid(3, 4, Wraps::kBoth, true).graph();
  for (std::size_t at = 0; at < graph->num_arcs(); ++at) {
    Csr csr = taken_apart(*graph);
    csr.directions[at] = static_cast<std::uint32_t>(dice.below(9));
    const auto judged = Graph::from_csr(csr.view());
    ASSERT_EQ(judged.has_value(), csr.directions == taken_apart(*graph).directions) << "arc " << at;
  }
}

}  // namespace

}  // namespace quiver::tests
