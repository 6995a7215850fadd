// A graph as a plain list of arcs: for boards that no grid has, and for rays and paths walked the long way.
//
// Arcs are added in pairs, an arc and its opposite, as every Graph demands. The list is what a brute-force
// search reads; graph() is the same thing for the games.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "client_sdk/graph/graph.hpp"
#include "tests/property/dice.hpp"

namespace quiver::tests {

class Arcs {
 public:
  explicit Arcs(std::uint32_t vertices) : vertices_(vertices) {}

  [[nodiscard]] std::uint32_t vertices() const { return vertices_; }

  // `to` lies in direction `d` (1 to 8) of `from`. False, and nothing added, if that breaks a rule of graphs.
  bool add(std::uint32_t from, std::uint32_t to, unsigned d);
  // One step, or -1.
  [[nodiscard]] std::int64_t step(std::uint32_t from, unsigned d) const;
  [[nodiscard]] graph::GraphPtr graph() const;

  static unsigned opposite(unsigned d) { return d > 4 ? d - 4 : d + 4; }

 private:
  std::uint32_t vertices_;
  std::map<std::pair<std::uint32_t, unsigned>, std::uint32_t> arcs_;  // (from, direction) to vertex
};

// Beyond the last column comes the first one again: `shift` rows lower. On a torus the same holds for rows.
enum class Wraps { kColumns, kBoth };
Arcs wrapped_grid(std::uint32_t rows, std::uint32_t columns, Wraps wraps, bool diagonals,
                  std::uint32_t shift = 0);

// Arcs between random vertices. An ascending one leads to a higher id in directions 1 to 4, so that no
// walk in one direction comes back; the others lead anywhere.
Arcs random_arcs(std::uint32_t vertices, std::size_t tries, bool ascending, Dice& dice);

}  // namespace quiver::tests
