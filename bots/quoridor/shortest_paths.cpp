#include "bots/quoridor/shortest_paths.hpp"

#include <algorithm>

namespace quiver::bots::quoridor {

using games::quoridor::bit;
using games::quoridor::kSteps;
using games::quoridor::Orientation;
using graph::Direction;

namespace {

// Cells in the order in which a breadth-first search sees them.
struct Queue {
  std::array<std::uint16_t, games::quoridor::kMaxCells> cells;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

void visit(Queue& queue, Distances& distances, std::uint32_t v, unsigned steps) {
  distances[v] = static_cast<Steps>(steps);
  queue.cells[queue.end++] = static_cast<std::uint16_t>(v);
}

// The vertex off the board counts as visited.
void clear(const Quoridor& game, Distances& distances) {
  const std::uint32_t n = game.graph().num_vertices();
  std::fill_n(distances.begin(), n, kNoPath);
  distances[n] = 0;
}

void visit_neighbours(const Quoridor& game, Queue& queue, Distances& distances, Vertex v) {
  const auto steps = game.graph().steps(v);
  for (const Direction d : kSteps) {
    const std::uint32_t to = steps[graph::slot(d)];
    if (distances[to] == kNoPath && !game.is_walled(v, d))
      visit(queue, distances, to, distances[v.value()] + 1U);
  }
}

bool is_placed(const Quoridor& game, Seat s) { return game.pawn(s) != game.graph().off_board(); }

// Where the seat's path begins: its pawn, or the best cell of its side.
Vertex path_start(const Quoridor& game, const Distances& distances, Seat s) {
  if (is_placed(game, s)) return game.pawn(s);
  Vertex best = game.graph().off_board();
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.terrain().is_home(s, Vertex{v}) &&
        (best == game.graph().off_board() || distances[v] < distances[best.value()]))
      best = Vertex{v};
  return best;
}

Steps with_placing(const Quoridor& game, Seat s, Steps steps) {
  return is_placed(game, s) || steps == kNoPath ? steps : static_cast<Steps>(steps + 1U);
}

template <class Visitor>
void for_each_standing(const Quoridor& game, const Visitor& visit) {
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (game.turn().stands(base::seat(s))) visit(base::seat(s));
}

}  // namespace

// One breadth-first search from all goal cells at once: distances of every cell, linear in the board.
void measure(const Quoridor& game, Seat seat, Distances& distances) {
  Queue queue;
  clear(game, distances);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.terrain().is_goal(seat, Vertex{v})) visit(queue, distances, v, 0);
  while (queue.begin < queue.end)
    visit_neighbours(game, queue, distances, Vertex{queue.cells[queue.begin++]});
  distances[game.graph().num_vertices()] = kNoPath;
}

// The search starts at the pawn and stops at the first goal: cheaper than measure() when one number is
// enough.
Steps path_length(const Quoridor& game, Seat seat) {
  Queue queue;
  Distances from_pawn;
  clear(game, from_pawn);
  if (is_placed(game, seat)) {
    visit(queue, from_pawn, game.pawn(seat).value(), 0);
  } else {
    for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
      if (game.terrain().is_home(seat, Vertex{v})) visit(queue, from_pawn, v, 0);
  }
  while (queue.begin < queue.end) {
    const Vertex v{queue.cells[queue.begin++]};
    if (game.terrain().is_goal(seat, v)) return with_placing(game, seat, from_pawn[v.value()]);
    visit_neighbours(game, queue, from_pawn, v);
  }
  return kNoPath;
}

void ShortestPaths::update(const Quoridor& game) {
  distances_ = &own_distances_;
  lengths_.fill(kNoPath);
  for_each_standing(game, [&](Seat s) {
    measure(game, s, own_distances_[s.value()]);
    trace(game, s);
  });
}

// A pawn's move changes no distance, so those of the position before are shared, not copied. They have to
// stay alive as long.
void ShortestPaths::update_after(const Quoridor& game, const ShortestPaths& before, const Move& move,
                                 Seat mover) {
  if (move.kind != Move::Kind::kPawn) return update(game);
  distances_ = before.distances_;
  lengths_ = before.lengths_;
  for_each_standing(game, [&](Seat s) {
    if (s != mover) routes_[s.value()] = before.routes_[s.value()];
  });
  trace(game, mover);
}

// Follows the distances from the pawn to its goal and marks the edges.
void ShortestPaths::trace(const Quoridor& game, Seat s) {
  const Distances& distances = (*distances_)[s.value()];
  games::quoridor::Route& route = routes_[s.value()];
  std::fill_n(route.edges.begin(), game.graph().num_vertices(), std::uint8_t{0});
  Vertex v = path_start(game, distances, s);
  route.found = v != game.graph().off_board() && distances[v.value()] != kNoPath;
  lengths_[s.value()] = route.found ? with_placing(game, s, distances[v.value()]) : kNoPath;
  while (route.found && distances[v.value()] != 0) {
    for (const Direction d : kSteps) {
      const Vertex to = game.graph().step(v, d);
      if (to == game.graph().off_board() || game.is_walled(v, d)) continue;
      if (distances[to.value()] + 1U != distances[v.value()]) continue;
      route.edges[v.value()] |= bit(d);
      route.edges[to.value()] |= bit(graph::opposite(d));
      v = to;
      break;
    }
  }
}

// A wall that does not cut a seat's known path leaves its length as it is, so most walls need no search.
Lengths ShortestPaths::lengths_after(const Quoridor& after, const Move& move, Seat mover) const {
  Lengths lengths = lengths_;
  if (move.kind == Move::Kind::kPawn) {
    lengths[mover.value()] = distance(mover, move.cell);
    return lengths;
  }
  for_each_standing(after, [&](Seat s) {
    if (cuts(after, move, s)) lengths[s.value()] = path_length(after, s);
  });
  return lengths;
}

bool ShortestPaths::cuts(const Quoridor& game, const Move& wall, Seat s) const {
  return routes_[s.value()].found &&
         routes_[s.value()].is_cut_by(game.terrain(), wall.cell, static_cast<Orientation>(wall.kind));
}

}  // namespace quiver::bots::quoridor
