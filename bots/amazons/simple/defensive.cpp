#include "bots/amazons/simple/defensive.hpp"

#include <optional>
#include <vector>

#include "bots/amazons/simple/random_moves.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr std::size_t kQueensTried = 16;  // on large boards not every queen is asked

struct QueenMove {
  Vertex from, to;
};

bool on_edge(const Amazons& game, Vertex v) {
  const graph::Grid& grid = game.grid();
  const std::uint32_t row = v.value() / grid.columns, column = v.value() % grid.columns;
  return row == 0 || column == 0 || row + 1 == grid.rows || column + 1 == grid.columns;
}

// How many empty neighbours a queen who comes from `from` has on `to`.
int freedom(const Amazons& game, Vertex from, Vertex to) {
  int count = 0;
  for (const std::uint32_t v : game.graph().steps(to))
    count += game.empty(Vertex{v}) || v == from.value() ? 1 : 0;
  return count;
}

// None if no queen on the edge can get to an inner cell.
std::optional<QueenMove> off_the_edge(const Amazons& game, const std::vector<Vertex>& queens,
                                      Random& random) {
  BestChoice<QueenMove> best(random);
  for (const Vertex from : queens) {
    if (!on_edge(game, from)) continue;
    for_each_reachable(game, from, from, [&](Vertex to) {
      if (!on_edge(game, to)) best.offer({from, to}, freedom(game, from, to));
    });
  }
  return best.choice();
}

// None if no move gains a free neighbour.
std::optional<QueenMove> to_freedom(const Amazons& game, const std::vector<Vertex>& queens, Random& random) {
  BestChoice<QueenMove> best(random);
  for (const Vertex from : queens) {
    const int now = freedom(game, from, from);
    for_each_reachable(game, from, from, [&](Vertex to) {
      if (const int gain = freedom(game, from, to) - now; gain > 0) best.offer({from, to}, gain);
    });
  }
  return best.choice();
}

// The less free an enemy queen is, the higher the value of the cells beside her; 0 means beside none.
Vertex arrow_after(const Amazons& game, const QueenMove& move, Random& random) {
  std::vector<int> least(game.graph().num_vertices() + std::size_t{1},
                         0);  // 9 less the freedom of the least free
  for_each_enemy_queen(game, [&](Vertex queen) {
    const int bound = 9 - static_cast<int>(free_neighbours(game, queen));
    for (const std::uint32_t v : game.graph().steps(queen)) least[v] = std::max(least[v], bound);
  });
  BestChoice<Vertex> best(random);
  for_each_reachable(game, move.to, move.from, [&](Vertex v) {
    if (least[v.value()] > 0) best.offer(v, least[v.value()]);
  });
  return best.choice() ? *best.choice() : random_cell(game, move.to, move.from, random);
}

}  // namespace

void DefensiveEngine::start(std::uint64_t seed) {
  Engine::start(seed);
  turns_ = 0;
}

SearchResult DefensiveEngine::think(const Amazons& game, SearchBudget& /*budget*/) {
  const std::vector<Vertex> queens = some_movable_queens(game, kQueensTried, random_);
  std::optional<QueenMove> move;
  if (turns_++ < game.queens(game.to_move()).size()) move = off_the_edge(game, queens, random_);
  if (!move) move = to_freedom(game, queens, random_);
  if (!move) {
    const Vertex from = random_element(queens, random_);
    move = QueenMove{from, random_cell(game, from, from, random_)};
  }
  return {{move->from, move->to, arrow_after(game, *move, random_)}, {}};
}

}  // namespace quiver::bots::amazons
