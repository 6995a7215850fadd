#include "client_sdk/games/quoridor/terrain.hpp"

#include <utility>

#include "client_sdk/graph/layout.hpp"

namespace quiver::games::quoridor {

using base::bad_input;
using base::Result;

Result<std::shared_ptr<const Terrain>> Terrain::create(graph::GraphPtr graph, graph::Grid grid,
                                                       unsigned seats) {
  if (seats != 2 && seats != 4) return bad_input("Quoridor is played by 2 or 4 seats");
  if (graph->num_vertices() > kMaxCells) return bad_input("a Quoridor board has at most 625 cells");
  if (std::uint64_t{grid.rows} * grid.columns != graph->num_vertices())
    return bad_input("the board's sides do not fit its graph");
  auto terrain = std::make_shared<Terrain>();
  terrain->graph_ = std::move(graph);
  terrain->grid_ = grid;
  terrain->planar_ = graph::lies_on_grid(*terrain->graph_, grid.rows, grid.columns);
  terrain->mark_sides(seats);
  terrain->mark_blocks();
  return std::shared_ptr<const Terrain>(std::move(terrain));
}

// Two seats: south and north. Four, clockwise: south, west, north, east. The goal is the opposite side.
void Terrain::mark_sides(unsigned seats) {
  const auto mark = [](std::uint8_t& bits, unsigned seat, bool yes) {
    if (yes) bits = static_cast<std::uint8_t>(bits | 1U << seat);
  };
  for (std::uint32_t v = 0; v < graph_->num_vertices(); ++v) {
    if (graph_->isolated(Vertex{v})) continue;
    const bool north = v < grid_.columns;
    const bool south = v / grid_.columns == grid_.rows - 1;
    const bool west = v % grid_.columns == 0;
    const bool east = v % grid_.columns == grid_.columns - 1;
    const std::array<bool, 4> home = seats == 2 ? std::array<bool, 4>{south, north, false, false}
                                                : std::array<bool, 4>{south, west, north, east};
    for (unsigned s = 0; s < seats; ++s) {
      mark(homes_[v], s, home[s]);
      mark(goals_[v], s, home[(s + seats / 2) % seats]);
    }
  }
}

// A block is whole only if both ways round lead to the same corner, which a graph from the network may not
// do.
void Terrain::mark_blocks() {
  const Vertex off = graph_->off_board();
  for (std::uint32_t v = 0; v < graph_->num_vertices(); ++v) {
    const Vertex east = graph_->step(Vertex{v}, Direction::kEast);
    const Vertex north = graph_->step(Vertex{v}, Direction::kNorth);
    if (east == off || north == off) continue;
    const Vertex corner = graph_->step(east, Direction::kNorth);
    if (corner == off || graph_->step(north, Direction::kEast) != corner) continue;
    blocks_[v] = {static_cast<std::uint16_t>(east.value()), static_cast<std::uint16_t>(north.value()),
                  static_cast<std::uint16_t>(corner.value()), true};
  }
}

}  // namespace quiver::games::quoridor
