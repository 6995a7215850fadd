#include "tests/property/arcs.hpp"

#include <algorithm>
#include <array>

namespace quiver::tests {

bool Arcs::add(std::uint32_t from, std::uint32_t to, unsigned d) {
  const bool joined = std::any_of(arcs_.begin(), arcs_.end(), [&](const auto& arc) {
    return arc.first.first == from && arc.second == to;
  });
  if (from == to || joined || step(from, d) != -1 || step(to, opposite(d)) != -1) return false;
  arcs_[{from, d}] = to;
  arcs_[{to, opposite(d)}] = from;
  return true;
}

std::int64_t Arcs::step(std::uint32_t from, unsigned d) const {
  const auto found = arcs_.find({from, d});
  return found == arcs_.end() ? -1 : std::int64_t{found->second};
}

graph::GraphPtr Arcs::graph() const {
  std::vector<std::uint32_t> row_starts = {0};
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> directions;
  for (std::uint32_t v = 0; v < vertices_; ++v) {
    for (unsigned d = 1; d <= 8; ++d) {
      if (step(v, d) == -1) continue;
      columns.push_back(static_cast<std::uint32_t>(step(v, d)));
      directions.push_back(d);
    }
    row_starts.push_back(static_cast<std::uint32_t>(columns.size()));
  }
  return graph::Graph::from_csr({row_starts, columns, directions}).value();
}

Arcs wrapped_grid(std::uint32_t rows, std::uint32_t columns, Wraps wraps, bool diagonals,
                  std::uint32_t shift) {
  struct Step {
    unsigned direction;
    std::uint32_t down, right;
  };
  // South-west is "one row down, and all columns but one to the right".
  const std::array<Step, 4> steps = {{{3, 0, 1}, {5, 1, 0}, {4, 1, 1}, {6, 1, columns - 1}}};
  Arcs arcs(rows * columns);
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      for (const auto& [direction, down, right] : steps) {
        if (!diagonals && direction % 2 == 0) continue;
        const bool west = right == columns - 1 && direction == 6;
        const bool over_edge = west ? c == 0 : c + right >= columns;
        const std::uint32_t lower = over_edge ? (west ? rows - shift : shift) : 0;
        const std::uint32_t to_row = r + down + lower % rows;
        if (to_row >= rows && wraps == Wraps::kColumns) continue;
        arcs.add(r * columns + c, to_row % rows * columns + (c + right) % columns, direction);
      }
    }
  }
  return arcs;
}

Arcs random_arcs(std::uint32_t vertices, std::size_t tries, bool ascending, Dice& dice) {
  Arcs arcs(vertices);
  for (std::size_t k = 0; k < tries; ++k) {
    auto from = static_cast<std::uint32_t>(dice.below(vertices));
    auto to = static_cast<std::uint32_t>(dice.below(vertices));
    if (ascending && from > to) std::swap(from, to);
    arcs.add(from, to, static_cast<unsigned>(1 + dice.below(4)));
  }
  return arcs;
}

}  // namespace quiver::tests
