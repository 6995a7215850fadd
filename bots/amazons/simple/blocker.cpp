#include "bots/amazons/simple/blocker.hpp"

#include <algorithm>
#include <vector>

#include "bots/amazons/simple/random_moves.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr unsigned kDraws = 4;

}  // namespace

// Marks the cells beside enemy queens once, in time linear in the board; each draw then only looks them up.
SearchResult BlockerEngine::think(const Amazons& game, SearchBudget& /*budget*/) {
  std::vector<bool> beside_enemy(game.graph().num_vertices(), false);
  for_each_enemy_queen(game, [&](Vertex queen) {
    for (const std::uint32_t v : game.graph().steps(queen))
      if (v != game.graph().off_board().value()) beside_enemy[v] = true;
  });
  const std::vector<Vertex> queens = movable_queens(game);
  Amazons::Move move{};
  std::vector<Vertex> arrows;
  for (unsigned k = 0; k < kDraws && arrows.empty(); ++k) {
    move.from = random_element(queens, random_);
    move.to = random_cell(game, move.from, move.from, random_);
    for_each_reachable(game, move.to, move.from, [&](Vertex v) {
      if (beside_enemy[v.value()]) arrows.push_back(v);
    });
  }
  move.arrow =
      arrows.empty() ? random_cell(game, move.to, move.from, random_) : random_element(arrows, random_);
  return {move, {}};
}

}  // namespace quiver::bots::amazons
