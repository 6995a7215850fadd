#include "client_sdk/base/text.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::games {

using base::bad_input;
using base::Result;
using graph::Grid;
using graph::Layout;

namespace {

using Pawns = std::vector<std::optional<base::Vertex>>;

Result<void> check_sides(const Layout& layout) {
  const auto fits = [](std::uint32_t side) { return side >= 5 && side <= quoridor::kMaxSide; };
  const bool even = layout.rows % 2 == 0 || layout.columns % 2 == 0;
  if (fits(layout.rows) && fits(layout.columns) && (!even || layout.seats() != 0)) return {};
  const std::string sides = layout.rows == layout.columns
                                ? std::to_string(layout.rows)
                                : std::to_string(layout.rows) + " by " + std::to_string(layout.columns);
  return bad_input("Quoridor needs odd sides from 5 to 25 (even ones only on a map with start digits), not " +
                   sides);
}

// Each seat's one digit.
Result<Pawns> pawns_from_digits(const Layout& layout, unsigned seats) {
  Pawns pawns(seats);
  for (std::uint32_t v = 0; v < layout.cells.size(); ++v) {
    const char c = layout.cells[v];
    if (c < '0' || c > '3') continue;
    auto& pawn = pawns[static_cast<unsigned>(c - '0')];
    if (pawn)
      return bad_input(std::string("the map has the digit ") + c + " twice; in Quoridor a seat has one pawn");
    pawn = base::Vertex{v};
  }
  return pawns;
}

Result<Pawns> in_the_middle(const Layout& layout, unsigned seats) {
  const std::uint32_t last = layout.rows - 1;
  const std::uint32_t half = layout.rows / 2;
  const auto cell = [&](std::uint32_t r, std::uint32_t c) { return base::Vertex{r * layout.columns + c}; };
  const Pawns pawns = seats == 2 ? Pawns{cell(last, half), cell(0, half)}
                                 : Pawns{cell(last, half), cell(half, 0), cell(0, half), cell(half, last)};
  for (const auto& pawn : pawns)
    if (!layout.playable(*pawn))
      return bad_input("the map has no start digits, and the ordinary start puts a pawn on " +
                       Grid{layout.rows, layout.columns}.name(*pawn) + ", which is a hole");
  return pawns;
}

// Every seat needs a cell to place its pawn on, and wherever it may, a path from there to its goal.
Result<Pawns> to_be_placed(const Layout& layout, const quoridor::Terrain& terrain, unsigned seats) {
  for (unsigned s = 0; s < seats; ++s) {
    const Seat seat = base::seat(s);
    bool has_home = false;
    for (std::uint32_t v = 0; v < layout.cells.size(); ++v) {
      if (!terrain.is_home(seat, base::Vertex{v})) continue;
      has_home = true;
      if (!quoridor::has_route(terrain, {}, seat, base::Vertex{v}))
        return bad_input("seat " + std::to_string(s) + " could place its pawn on " +
                         terrain.grid().name(base::Vertex{v}) + ", from where no path leads to its goal");
    }
    if (!has_home)
      return bad_input("seat " + std::to_string(s) + " has no cell on its side to place its pawn on");
  }
  return Pawns(seats);
}

Result<Pawns> chosen_pawns(const Options& options, const Layout& layout, const quoridor::Terrain& terrain,
                           unsigned seats) {
  if (layout.seats() != 0) return pawns_from_digits(layout, seats);
  const std::string start = options.start.value_or("middle");
  if (start != "middle" && start != "placed")
    return bad_input("Quoridor does not know the start " + base::quoted(start) +
                     "; it knows middle and placed");
  if (layout.rows != layout.columns)
    return bad_input("the " + start + " start needs a square board; this one has " +
                     std::to_string(layout.rows) + " rows and " + std::to_string(layout.columns) +
                     " columns");
  return start == "middle" ? in_the_middle(layout, seats) : to_be_placed(layout, terrain, seats);
}

}  // namespace

Result<Quoridor> Quoridor::start(const Options& options) {
  if (auto known = allow_only(options, "Quoridor", {"--start", "--walls", "--max-plies"}); !known)
    return known.error();
  auto layout = chosen_layout(options, 9);
  if (!layout) return layout.error();
  auto seats = chosen_seats(options, *layout);
  if (!seats) return seats.error();
  if (auto sides = check_sides(*layout); !sides) return sides.error();
  auto graph = graph::build_graph(*layout, graph::Adjacency::kFour);
  if (!graph) return graph.error();
  const Grid grid{layout->rows, layout->columns};
  auto terrain = quoridor::Terrain::create(*graph, grid, *seats);
  if (!terrain) return terrain.error();
  auto pawns = chosen_pawns(options, *layout, **terrain, *seats);
  if (!pawns) return pawns.error();
  const std::uint32_t side = std::max(layout->rows, layout->columns);
  const std::uint32_t walls = *seats == 2 ? 10 : 5;
  const std::uint32_t scaled = (2 * walls * side + 9) / 18;  // walls * side / 9, rounded
  return create(
      {*graph, grid, *pawns, options.walls.value_or(scaled), options.max_plies.value_or(40 * side)});
}

}  // namespace quiver::games
