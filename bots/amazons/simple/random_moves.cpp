#include "bots/amazons/simple/random_moves.hpp"

#include <algorithm>
#include <array>

namespace quiver::bots::amazons {

// Sorted, because a position holds its queens in an order that depends on the moves so far.
std::vector<Vertex> movable_queens(const Amazons& game) {
  std::vector<Vertex> queens;
  for (const Vertex queen : game.queens(game.to_move()))
    if (free_neighbours(game, queen) > 0) queens.push_back(queen);
  std::sort(queens.begin(), queens.end());
  return queens;
}

// A partial Fisher-Yates shuffle: the first `count` are a uniform sample.
std::vector<Vertex> some_movable_queens(const Amazons& game, std::size_t most, Random& random) {
  std::vector<Vertex> queens = movable_queens(game);
  const std::size_t count = std::min(queens.size(), most);
  for (std::size_t k = 0; k < count; ++k) std::swap(queens[k], queens[k + random.below(queens.size() - k)]);
  queens.resize(count);
  return queens;
}

// Walks the ray twice instead of storing it: nothing is allocated.
Vertex random_cell(const Amazons& game, Vertex origin, Vertex vacated, Random& random) {
  const graph::Graph& graph = game.graph();
  const auto free = [&](Vertex v) { return game.empty(v) || v == vacated; };
  std::array<graph::Direction, graph::kDirections> open{};
  unsigned count = 0;
  for (const graph::Direction d : graph::kAllDirections)
    if (free(graph.step(origin, d))) open[count++] = d;
  const graph::Direction d = open[random.below(count)];
  std::uint64_t length = 0;
  for (Vertex v = graph.step(origin, d); v != origin && free(v); v = graph.step(v, d)) ++length;
  Vertex v = graph.step(origin, d);
  for (std::uint64_t steps = random.below(length); steps > 0; --steps) v = graph.step(v, d);
  return v;
}

}  // namespace quiver::bots::amazons
