#include "bots/amazons/board/bitboard.hpp"
#include "client_sdk/games/keys.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::bots::amazons {

namespace {

struct Extent {
  unsigned words, stride;
};

Extent extent_of(BitboardLayout::Size size) {
  switch (size) {
    case BitboardLayout::Size::kSmall:
      return {2, SmallBitboard::kStride};
    case BitboardLayout::Size::kMedium:
      return {4, MediumBitboard::kStride};
    case BitboardLayout::Size::kLarge:
      break;
  }
  return {8, LargeBitboard::kStride};
}

// Fewer columns than the stride: the last bit of each row stays unused and stops rays at the edge.
bool holds(BitboardLayout::Size size, const graph::Grid& grid) {
  const Extent extent = extent_of(size);
  return grid.columns < extent.stride && grid.rows * extent.stride <= extent.words * 64;
}

}  // namespace

// Also needs every neighbouring pair of cells to be joined: bit shifts know no missing arcs.
bool is_plain_grid(const Amazons& game) {
  const graph::Grid& grid = game.grid();
  const graph::Graph& graph = game.graph();
  if (!graph::lies_on_grid(graph, grid.rows, grid.columns)) return false;
  const auto joined = [&](std::uint32_t row, std::uint32_t column, std::uint32_t other_row,
                          std::uint32_t other_column) {
    if (other_row >= grid.rows || other_column >= grid.columns) return true;
    const Vertex a{row * grid.columns + column};
    const Vertex b{other_row * grid.columns + other_column};
    return graph.isolated(a) || graph.isolated(b) || graph.arc(a, b) != graph::Direction::kNone;
  };
  for (std::uint32_t row = 0; row < grid.rows; ++row)
    for (std::uint32_t column = 0; column < grid.columns; ++column)
      if (!joined(row, column, row, column + 1) || !joined(row, column, row + 1, column) ||
          !joined(row, column, row + 1, column + 1) || !joined(row, column, row + 1, column - 1))
        return false;
  return true;
}

// The smallest size that holds the board: fewer words are faster.
std::shared_ptr<const BitboardLayout> BitboardLayout::of(const Amazons& game) {
  if (!fits(game.grid()) || !is_plain_grid(game)) return nullptr;
  Size size = Size::kSmall;
  if (!holds(size, game.grid())) size = Size::kMedium;
  if (!holds(size, game.grid())) size = Size::kLarge;
  return std::shared_ptr<const BitboardLayout>(new BitboardLayout(game, size));
}

// The keys are those of games::key(), so that a bitboard has the same hash as the game it was made from.
BitboardLayout::BitboardLayout(const Amazons& game, Size size) : size_(size), digest_(game.graph().digest()) {
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
