#include <algorithm>
#include <vector>

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::games {

namespace {

// A cell that a ray from `origin` reaches; `left` counts as empty. One of the rays is open.
base::Vertex any_cell(const Amazons& game, base::Vertex origin, base::Vertex left, base::Random& random) {
  const graph::Graph& graph = game.graph();
  const auto free = [&](base::Vertex v) { return game.empty(v) || v == left; };
  std::vector<graph::Direction> open;
  for (const graph::Direction d : graph::kAllDirections)
    if (const base::Vertex next = graph.step(origin, d); next != origin && free(next)) open.push_back(d);
  const graph::Direction d = open[random.below(open.size())];
  std::vector<base::Vertex> ray;
  for (base::Vertex v = graph.step(origin, d); v != origin && free(v); v = graph.step(v, d)) ray.push_back(v);
  return ray[random.below(ray.size())];
}

}  // namespace

// Three uniform draws: queen, direction, cell. Moves on short rays are therefore likelier than others.
Amazons::Move Amazons::random_move(base::Random& random) const {
  const auto can_move = [&](Vertex queen) {
    const auto steps = graph().steps(queen);
    return std::any_of(steps.begin(), steps.end(), [&](std::uint32_t v) { return empty(Vertex{v}); });
  };
  std::vector<Vertex> movable;
  for (const Vertex queen : queens(to_move()))
    if (can_move(queen)) movable.push_back(queen);
  std::sort(movable.begin(), movable.end());  // a position holds them in an order that depends on its past
  const Vertex from = movable[random.below(movable.size())];
  const Vertex to = any_cell(*this, from, from, random);
  return {from, to, any_cell(*this, to, from, random)};
}

}  // namespace quiver::games
