// Random choices among what is possible: a queen that can move, an open direction, a cell on that ray.
//
// Nothing is chosen and then rejected, and nothing costs more than the rays of a queen, so this works on
// boards of a million cells and on any graph.
#pragma once

#include <vector>

#include "bots/search/best_choice.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::bots::amazons {

using base::Random;
using base::Seat;
using base::Vertex;
using games::Amazons;

// Visits the cells that a queen or arrow reaches from `origin`, ray after ray. `left` is a cell that counts
// as empty: the one that the queen has come from.
template <class Visitor>
void for_each_reachable(const Amazons& game, Vertex origin, Vertex vacated, const Visitor& visit) {
  const graph::Graph& graph = game.graph();
  for (const graph::Direction d : graph::kAllDirections)
    for (Vertex v = graph.step(origin, d); v != origin && (game.empty(v) || v == vacated);
         v = graph.step(v, d))
      visit(v);
}

// The empty neighbours of a cell.
template <class Visitor>
void for_each_free_neighbour(const Amazons& game, Vertex v, const Visitor& visit) {
  for (const std::uint32_t next : game.graph().steps(v))
    if (game.empty(Vertex{next})) visit(Vertex{next});
}
inline unsigned free_neighbours(const Amazons& game, Vertex v) {
  unsigned count = 0;
  for_each_free_neighbour(game, v, [&](Vertex) { ++count; });
  return count;
}

// Calls visit(queen, seat) for the queens of all who stand against the seat to move.
template <class Visitor>
void for_each_enemy_queen(const Amazons& game, const Visitor& visit) {
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (base::seat(s) != game.to_move() && game.turn().stands(base::seat(s)))
      for (const Vertex queen : game.queens(base::seat(s))) visit(queen);
}

// Queens of the seat to move that can move: at least one. In the order of their cells, because the order in
// which a position holds them depends on how it came about.
std::vector<Vertex> movable_queens(const Amazons& game);

// A cell on one of the rays from `origin`: a direction at random among the open ones, then a cell at random
// on that ray. There is one.
Vertex random_cell(const Amazons& game, Vertex origin, Vertex vacated, Random& random);

// At most `most` of them, randomly chosen: on large boards there are too many to try all.
std::vector<Vertex> some_movable_queens(const Amazons& game, std::size_t most, Random& random);

template <class T>
const T& random_element(const std::vector<T>& from, Random& random) {
  return from[random.below(from.size())];
}

}  // namespace quiver::bots::amazons
