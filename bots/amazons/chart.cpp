#include "bots/amazons/field.hpp"
#include "client_sdk/games/keys.hpp"

namespace quiver::bots::amazons {

namespace {

struct Extent {
  unsigned words, stride;
};

Extent extent_of(Chart::Size size) {
  switch (size) {
    case Chart::Size::kSmall:
      return {2, SmallField::kStride};
    case Chart::Size::kMiddle:
      return {4, MiddleField::kStride};
    case Chart::Size::kLarge:
      break;
  }
  return {8, LargeField::kStride};
}

bool holds(Chart::Size size, const graph::Grid& grid) {
  const Extent extent = extent_of(size);
  return grid.columns < extent.stride && grid.rows * extent.stride <= extent.words * 64;
}

// Every pair of neighbouring cells is joined, and no other: cells without any arc are holes.
bool is_plain_grid(const Amazons& game) {
  const graph::Grid& grid = game.grid();
  const graph::Graph& graph = game.graph();
  if (!graph::lies_on_grid(graph, grid.rows, grid.columns)) return false;
  const auto at = [&](std::uint32_t row, std::uint32_t column) {
    return Vertex{row * grid.columns + column};
  };
  const auto joined = [&](Vertex a, Vertex b) {
    return graph.isolated(a) || graph.isolated(b) || graph.arc(a, b) != graph::Direction::kNone;
  };
  for (std::uint32_t row = 0; row < grid.rows; ++row)
    for (std::uint32_t column = 0; column < grid.columns; ++column) {
      const bool south = row + 1 < grid.rows;
      const bool east = column + 1 < grid.columns;
      if (east && !joined(at(row, column), at(row, column + 1))) return false;
      if (south && !joined(at(row, column), at(row + 1, column))) return false;
      if (south && east && !joined(at(row, column), at(row + 1, column + 1))) return false;
      if (south && column > 0 && !joined(at(row, column), at(row + 1, column - 1))) return false;
    }
  return true;
}

}  // namespace

std::shared_ptr<const Chart> Chart::of(const Amazons& game) {
  if (!fits(game.grid()) || !is_plain_grid(game)) return nullptr;
  Size size = Size::kSmall;
  if (!holds(size, game.grid())) size = Size::kMiddle;
  if (!holds(size, game.grid())) size = Size::kLarge;
  return std::shared_ptr<const Chart>(new Chart(game, size));
}

Chart::Chart(const Amazons& game, Size size) : size_(size), digest_(game.graph().digest()) {
  const Extent extent = extent_of(size);
  const std::uint32_t columns = game.grid().columns;
  vertices_.assign(std::size_t{extent.words} * 64, game.graph().off_board());
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
    const std::uint32_t bit = v / columns * extent.stride + v % columns;
    bits_.push_back(static_cast<std::uint16_t>(bit));
    vertices_[bit] = Vertex{v};
  }
  for (const Vertex v : vertices_) keys_.push_back(games::key(games::Key::kArrow, 0, v.value()));
  for (unsigned s = 0; s < kMaxSeats; ++s)
    for (const Vertex v : vertices_) keys_.push_back(games::key(games::Key::kQueen, s, v.value()));
}

}  // namespace quiver::bots::amazons
