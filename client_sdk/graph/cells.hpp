// The names of cells: columns a…z, aa…, rows counted from the bottom, "d7". And plain vertex ids.
//
// Grid knows the sides of a board and nothing else; names are for people, movement is the graph's.
// Plain values, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/result.hpp"

namespace quiver::graph {

using base::Vertex;

struct Grid {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  // "d7"; the plain number of a vertex that is not on the board.
  [[nodiscard]] std::string name(Vertex v) const;

  // Reads "d7" (kNoSuchCell if this board has no such cell) or "33". Ids of any size up to 2^32 - 1 are
  // taken: whether there is such a vertex is for the rules to say. `numeric` tells which form it was.
  struct Cell {
    Vertex vertex;
    bool numeric = false;
  };
  [[nodiscard]] base::Result<Cell> parse(std::string_view text) const;

  // The column's letters: 0 is a, 25 z, 26 aa.
  static std::string column_name(std::uint32_t column);

  friend bool operator==(const Grid&, const Grid&) = default;
};

}  // namespace quiver::graph
