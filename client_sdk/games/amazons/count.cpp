#include <bit>
#include <cstring>

#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::games {

static_assert(std::endian::native == std::endian::little, "fill reads eight cells as one number");

// Eight cells at a time: most of a board is empty for most of a game.
graph::Lines::Occupied Amazons::occupied_cells() const {
  graph::Lines::Occupied occupied(*lines_);
  const std::uint32_t n = graph_->num_vertices();
  std::uint32_t v = 0;
  for (; v + 8 <= n; v += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &cells_[v], 8);
    while (eight != 0) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(eight)) / 8;
      occupied.flip(Vertex{v + at});
      eight &= ~(std::uint64_t{0xFF} << at * 8);
    }
  }
  for (; v < n; ++v)
    if (cells_[v] != kEmpty) occupied.flip(Vertex{v});
  return occupied;
}

// Counts the arrows of each queen move without listing them: two counts of zero bits a line.
std::uint64_t Amazons::count_legal_moves() const {
  std::uint64_t count = 0;
  if (turn_.over()) return count;
  if (!lines_) {
    for_each_legal_move([&](const Move&) { ++count; });
    return count;
  }
  graph::Lines::Occupied occupied = occupied_cells();
  for (const Vertex from : queens(to_move())) {
    const graph::Lines::Mask targets = occupied.reached(from);
    occupied.flip(from);
    for (const Vertex to : targets) count += occupied.count_reached(to);
    occupied.flip(from);
  }
  return count;
}

}  // namespace quiver::games
