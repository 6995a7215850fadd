// Boards made by hand: graphs from lists of arcs, from pictures, and some that are wrapped around.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "client_sdk/graph/graph.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::tests {

struct Arc {
  std::uint32_t from, to, direction;
};

// The arcs as they are, right or wrong, in the order given within each row.
inline base::Result<graph::GraphPtr> graph_of(std::uint32_t vertices, const std::vector<Arc>& arcs) {
  std::vector<std::uint32_t> row_starts = {0};
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> directions;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (const Arc& arc : arcs) {
      if (arc.from != v) continue;
      columns.push_back(arc.to);
      directions.push_back(arc.direction);
    }
    row_starts.push_back(static_cast<std::uint32_t>(columns.size()));
  }
  return graph::Graph::from_csr({row_starts, columns, directions});
}

// The graph of a picture, drawn as a map file.
inline graph::GraphPtr drawn(std::string_view map, graph::Adjacency adjacency = graph::Adjacency::kEight) {
  return graph::build_graph(graph::parse_map(map).value(), adjacency).value();
}

// A band of one row that is glued together at its ends: east of the last cell is the first.
inline graph::GraphPtr ring(std::uint32_t cells) {
  std::vector<Arc> arcs;
  for (std::uint32_t v = 0; v < cells; ++v) {
    arcs.push_back({v, (v + 1) % cells, 3});
    arcs.push_back({v, (v + cells - 1) % cells, 7});
  }
  return graph_of(cells, arcs).value();
}

// A board whose four sides are glued to their opposites, in all eight directions.
inline graph::GraphPtr torus(std::uint32_t rows, std::uint32_t columns) {
  std::vector<Arc> arcs;
  const auto at = [&](std::uint32_t r, std::uint32_t c) { return r % rows * columns + c % columns; };
  for (std::uint32_t r = rows; r < 2 * rows; ++r) {
    for (std::uint32_t c = columns; c < 2 * columns; ++c) {
      const std::uint32_t v = at(r, c);
      arcs.insert(arcs.end(), {{v, at(r - 1, c), 1},
                               {v, at(r - 1, c + 1), 2},
                               {v, at(r, c + 1), 3},
                               {v, at(r + 1, c + 1), 4},
                               {v, at(r + 1, c), 5},
                               {v, at(r + 1, c - 1), 6},
                               {v, at(r, c - 1), 7},
                               {v, at(r - 1, c - 1), 8}});
    }
  }
  return graph_of(rows * columns, arcs).value();
}

}  // namespace quiver::tests
