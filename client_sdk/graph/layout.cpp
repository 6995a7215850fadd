#include "client_sdk/graph/layout.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace quiver::graph {

using base::bad_input;
using base::Result;

namespace {

struct Offset {
  int row, column;
};

// What a step in each direction does to row and column, north first.
constexpr std::array<Offset, kDirections> kOffsets = {
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

// The directions in the ascending order of the ids they lead to, so that rows come out sorted.
constexpr std::array<Direction, kDirections> kByTarget = {
    Direction::kNorthWest, Direction::kNorth,     Direction::kNorthEast, Direction::kWest,
    Direction::kEast,      Direction::kSouthWest, Direction::kSouth,     Direction::kSouthEast};

std::vector<Direction> directions_of(Adjacency adjacency) {
  std::vector<Direction> chosen;
  for (const Direction d : kByTarget)
    if (adjacency == Adjacency::kEight || slot(d) % 2 == 0) chosen.push_back(d);
  return chosen;
}

}  // namespace

unsigned Layout::seats() const {
  if (std::any_of(cells.begin(), cells.end(), [](char c) { return c == '2' || c == '3'; })) return 4;
  return std::any_of(cells.begin(), cells.end(), [](char c) { return c == '0' || c == '1'; }) ? 2 : 0;
}

Result<Layout> rectangle(std::uint32_t rows, std::uint32_t columns) {
  if (rows < 1 || columns < 1 || rows > kMaxSide || columns > kMaxSide)
    return bad_input("a board of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
                     " columns is not possible: sides go from 1 to " + std::to_string(kMaxSide));
  return Layout{rows, columns, std::string(std::size_t{rows} * columns, '.')};
}

Result<GraphPtr> build_graph(const Layout& layout, Adjacency adjacency) {
  const auto directions = directions_of(adjacency);
  const auto rows = static_cast<int>(layout.rows);
  const auto columns = static_cast<int>(layout.columns);
  std::vector<std::uint32_t> row_starts;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> labels;
  row_starts.reserve(layout.cells.size() + 1);
  targets.reserve(layout.cells.size() * directions.size());
  labels.reserve(layout.cells.size() * directions.size());
  row_starts.push_back(0);
  const auto free = [&](int r, int c) {
    return r >= 0 && c >= 0 && r < rows && c < columns &&
           layout.cells[static_cast<std::size_t>(r * columns + c)] != '#';
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      for (const Direction d : directions) {
        const Offset o = kOffsets[slot(d)];
        if (!free(r, c) || !free(r + o.row, c + o.column)) continue;
        targets.push_back(static_cast<std::uint32_t>((r + o.row) * columns + c + o.column));
        labels.push_back(static_cast<std::uint32_t>(d));
      }
      row_starts.push_back(static_cast<std::uint32_t>(targets.size()));
    }
  }
  return Graph::from_csr({row_starts, targets, labels});
}

bool lies_on_grid(const Graph& graph, std::uint32_t rows, std::uint32_t columns) {
  if (std::uint64_t{rows} * columns != graph.num_vertices()) return false;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    for (const Direction d : kAllDirections) {
      const std::uint32_t to = graph.step(Vertex{v}, d).value();
      if (to == graph.num_vertices()) continue;
      const Offset o = kOffsets[slot(d)];
      if (static_cast<int>(v / columns) + o.row != static_cast<int>(to / columns) ||
          static_cast<int>(v % columns) + o.column != static_cast<int>(to % columns))
        return false;
    }
  }
  return true;
}

}  // namespace quiver::graph
