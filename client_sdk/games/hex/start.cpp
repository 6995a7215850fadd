#include "client_sdk/base/text.hpp"
#include "client_sdk/games/hex/hex.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::games {

using base::bad_input;
using base::Result;
using graph::Direction;

namespace {

// Whether the graph is that of a rhombus of this side. No arc is where it does not belong, so the number of
// arcs says that none is missing.
bool is_rhombus(const graph::Graph& graph, std::uint32_t side) {
  if (!graph::lies_on_grid(graph, side, side)) return false;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v)
    for (const Direction d : {Direction::kNorthEast, Direction::kSouthWest})
      if (graph.step(base::Vertex{v}, d) != graph.off_board()) return false;
  const std::size_t rows = std::size_t{2} * side * (side - 1);  // as many as columns
  const std::size_t diagonals = std::size_t{2} * (side - 1) * (side - 1);
  return graph.num_arcs() == 2 * rows + diagonals;
}

}  // namespace

Result<Hex> Hex::create(const Setup& setup) {
  const graph::Grid& grid = setup.grid;
  if (grid.rows != grid.columns)
    return bad_input("Hex is played on a rhombus, with as many rows as columns, not with " +
                     std::to_string(grid.rows) + " and " + std::to_string(grid.columns));
  if (grid.rows < kMinSide || grid.rows > kMaxSide)
    return bad_input("Hex is played on boards of side 3 to 25, not " + std::to_string(grid.rows));
  if (!is_rhombus(*setup.graph, grid.rows)) return bad_input("the board's graph is no rhombus of its side");
  return Hex(setup);
}

Result<Hex> Hex::start(const Options& options) {
  if (auto known = allow_only(options, "Hex", {"--swap-rule"}); !known) return known.error();
  if (options.seats.value_or(2) != 2) return bad_input("Hex is played by 2 seats");
  if (options.map) return bad_input("Hex is played on a rhombus, not on a map; --size sets its side");
  if (options.shape && *options.shape != "square")
    return bad_input("Hex is played on a rhombus, not on " + base::quoted(*options.shape));
  auto sides = chosen_sides(options, info().default_board);
  if (!sides) return sides.error();
  auto layout = graph::rectangle(sides->rows, sides->columns);
  if (!layout) return layout.error();
  auto graph = graph::build_graph(*layout, graph::Adjacency::kSix);
  if (!graph) return graph.error();
  return create({*graph, *sides, options.swap_rule.value_or(true)});
}

}  // namespace quiver::games
