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

bool joins(Adjacency adjacency, Direction d) {
  const bool straight = slot(d) % 2 == 0;
  const bool one_diagonal = d == Direction::kNorthWest || d == Direction::kSouthEast;
  return straight || adjacency == Adjacency::kEight || (adjacency == Adjacency::kSix && one_diagonal);
}

// Chosen once a board and not once a cell.
std::vector<Direction> directions_of(Adjacency adjacency) {
  std::vector<Direction> chosen;
  for (const Direction d : kByTarget)
    if (joins(adjacency, d)) chosen.push_back(d);
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
  const auto free = [&](std::uint32_t r,
                        std::uint32_t c) {  // a step off the north or west wraps to a huge number
    return r < layout.rows && c < layout.columns && layout.cells[std::size_t{r} * layout.columns + c] != '#';
  };
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  return Graph::from_rows(layout.rows * layout.columns, [&](Vertex v, Graph::Arcs& arcs) {
    for (const Direction d : directions) {
      const Offset o = kOffsets[slot(d)];
      const std::uint32_t to_row = row + static_cast<std::uint32_t>(o.row);
      const std::uint32_t to_column = column + static_cast<std::uint32_t>(o.column);
      if (layout.playable(v) && free(to_row, to_column)) arcs.add(to_row * layout.columns + to_column, d);
    }
    if (++column == layout.columns) column = 0, ++row;
  });
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
