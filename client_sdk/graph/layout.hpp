// A board before it is a graph: which cells there are and who starts where, one character a cell.
//
// '.' is a cell, '#' a hole, '0'…'3' a cell on which a piece of that seat starts. Row-major, row 0 in the
// north. Every way to get a board (a shape, a rectangle, a map file) ends here, and from here there is
// one way to a graph. Plain values, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"
#include "client_sdk/graph/graph.hpp"

namespace quiver::graph {

// kMaxSide squared is the graph's kMaxVertices.
inline constexpr std::uint32_t kMaxSide = 1024;

struct Layout {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::string cells;  // rows * columns characters

  [[nodiscard]] char at(std::uint32_t row, std::uint32_t column) const {
    return cells[std::size_t{row} * columns + column];
  }
  [[nodiscard]] bool playable(Vertex v) const { return cells[v.value()] != '#'; }
  // How many seats the start digits name: 0 where there are none.
  [[nodiscard]] unsigned seats() const;
};

// A full rectangle, 1 to 1024 a side.
base::Result<Layout> rectangle(std::uint32_t rows, std::uint32_t columns);

// One of the named shapes: "square", "donut", "clover", "eight". The error says which sides it allows.
base::Result<Layout> shape(std::string_view name, std::uint32_t side);
// True for the four names that shape() takes.
bool is_shape(std::string_view name);

// The text of a map file: lines of equal length, ended by LF or CRLF.
base::Result<Layout> parse_map(std::string_view text);
// Reads and parses a map file.
base::Result<Layout> read_map(const std::string& path);

enum class Adjacency {
  kFour,   // north, east, south, west
  kSix,    // and north-west and south-east: cells with six sides, each row half a cell further
  kEight,  // and all diagonals
};

// Joins neighbouring cells; a hole becomes an isolated vertex. Linear in the number of cells.
base::Result<GraphPtr> build_graph(const Layout& layout, Adjacency adjacency);

// True if every arc of `graph` is the one that a grid of these sides has at that place: then what
// holds for a drawing on a plane holds for the graph.
bool lies_on_grid(const Graph& graph, std::uint32_t rows, std::uint32_t columns);

}  // namespace quiver::graph
