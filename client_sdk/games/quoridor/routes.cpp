#include "client_sdk/games/quoridor/routes.hpp"

namespace quiver::games::quoridor {

namespace {

constexpr std::uint16_t kUnseen = 0xFFFF;

// A breadth-first search; afterwards `previous` leads from the goal back to where it began.
struct Search {
  std::array<std::uint16_t, kMaxCells + 1> previous;
  std::array<std::uint16_t, kMaxCells> queue;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  void see(std::uint32_t v, std::uint32_t from) {
    previous[v] = static_cast<std::uint16_t>(from);
    queue[end++] = static_cast<std::uint16_t>(v);
  }

  // The goal cell it found, or off_board().
  Vertex run(const Terrain& terrain, const Walled& walled, Seat seat, Vertex pawn) {
    const graph::Graph& graph = terrain.graph();
    const std::uint32_t n = graph.num_vertices();
    std::fill_n(previous.begin(), n + 1, kUnseen);
    previous[n] = 0;  // the way off the board counts as seen
    if (pawn != graph.off_board()) {
      see(pawn.value(), pawn.value());
    } else {
      for (std::uint32_t v = 0; v < n; ++v)
        if (terrain.is_home(seat, Vertex{v})) see(v, v);
    }
    while (begin < end) {
      const Vertex v{queue[begin++]};
      if (terrain.is_goal(seat, v)) return v;
      const auto steps = graph.steps(v);
      for (const Direction d : kSteps) {
        const std::uint32_t to = steps[graph::slot(d)];
        if (previous[to] == kUnseen && (walled[v.value()] & bit(d)) == 0) see(to, v.value());
      }
    }
    return graph.off_board();
  }
};

struct Edge {
  Vertex at;
  Direction side;
};

// The two edges that a wall cuts, each seen from the cell nearer to the anchor.
std::array<Edge, 2> cut_edges(const Terrain& terrain, Vertex anchor, Orientation orientation) {
  const Block& block = terrain.block(anchor);
  if (orientation == Orientation::kHorizontal)
    return {Edge{anchor, Direction::kNorth}, Edge{Vertex{block.east}, Direction::kNorth}};
  return {Edge{anchor, Direction::kEast}, Edge{Vertex{block.north}, Direction::kEast}};
}

// True if a wall, an edge or a hole touches the point north-east of `anchor`.
bool is_touched(const Terrain& terrain, const Walled& walled, Vertex anchor) {
  const Block& block = terrain.block(anchor);
  if (!block.whole) return true;
  const std::uint8_t north = bit(Direction::kNorth);
  const std::uint8_t east = bit(Direction::kEast);
  return (walled[anchor.value()] & (north | east)) != 0 || (walled[block.north] & east) != 0 ||
         (walled[block.east] & north) != 0;
}

}  // namespace

void flip_wall(const Terrain& terrain, Walled& walled, Vertex anchor, Orientation orientation) {
  for (const auto& [at, side] : cut_edges(terrain, anchor, orientation)) {
    walled[at.value()] ^= bit(side);
    walled[terrain.graph().step(at, side).value()] ^= bit(graph::opposite(side));
  }
}

bool Route::is_cut_by(const Terrain& terrain, Vertex anchor, Orientation orientation) const {
  for (const auto& [at, side] : cut_edges(terrain, anchor, orientation))
    if ((edges[at.value()] & bit(side)) != 0) return true;
  return false;
}

// Walks back along `previous` and marks each edge at both of its ends, as Route promises.
Route find_route(const Terrain& terrain, const Walled& walled, Seat seat, Vertex pawn) {
  Search search;
  Route route;
  const Vertex goal = search.run(terrain, walled, seat, pawn);
  route.found = goal != terrain.graph().off_board();
  if (!route.found) return route;
  for (Vertex v = goal; search.previous[v.value()] != v.value();) {
    const Vertex from{search.previous[v.value()]};
    for (const Direction d : kSteps) {
      if (terrain.graph().step(from, d) != v) continue;
      route.edges[from.value()] |= bit(d);
      route.edges[v.value()] |= bit(graph::opposite(d));
    }
    v = from;
  }
  return route;
}

bool has_route(const Terrain& terrain, const Walled& walled, Seat seat, Vertex pawn) {
  Search search;
  return search.run(terrain, walled, seat, pawn) != terrain.graph().off_board();
}

bool may_close(const Terrain& terrain, const Walled& walled, Vertex anchor, Orientation orientation) {
  if (!terrain.planar()) return true;
  const bool horizontal = orientation == Orientation::kHorizontal;
  const Vertex before = terrain.graph().step(anchor, horizontal ? Direction::kWest : Direction::kSouth);
  const Vertex after = terrain.graph().step(anchor, horizontal ? Direction::kEast : Direction::kNorth);
  int touched = is_touched(terrain, walled, anchor) ? 1 : 0;
  // Beyond an edge or a hole there is no cell to name the point by: it is touched.
  touched += before == terrain.graph().off_board() || is_touched(terrain, walled, before) ? 1 : 0;
  touched += is_touched(terrain, walled, after) ? 1 : 0;
  return touched >= 2;
}

}  // namespace quiver::games::quoridor
