#include "client_sdk/games/choices.hpp"

#include <algorithm>

#include "client_sdk/games/amazons/amazons.hpp"
#include "client_sdk/graph/rays.hpp"

namespace quiver::games {

using base::bad_input;

namespace {

// All that a queen or an arrow reaches from a cell; `vacated`, if there is one, counts as empty.
std::vector<base::Vertex> reach(const Amazons& game, base::Vertex from,
                                std::optional<base::Vertex> vacated = std::nullopt) {
  std::vector<base::Vertex> cells;
  const auto free = [&](base::Vertex v) { return game.empty(v) || v == vacated; };
  graph::for_each_on_rays(game.graph(), from, free, [&](base::Vertex v) { cells.push_back(v); });
  std::sort(cells.begin(), cells.end());
  return cells;
}

bool contains(const std::vector<base::Vertex>& cells, base::Vertex v) {
  return std::find(cells.begin(), cells.end(), v) != cells.end();
}

}  // namespace

// The cells come from outside, so each stage is checked against what the stage before offered.
base::Result<Choices> Amazons::choices(std::span<const Vertex> chosen) const {
  Choices out;
  if (chosen.empty()) {
    for (const Vertex queen : queens(to_move()))
      if (!reach(*this, queen).empty()) out.cells.push_back(queen);
    std::sort(out.cells.begin(), out.cells.end());
    return out;
  }
  if (chosen.size() > 2) return bad_input("a move has three cells");
  const auto own = queens(to_move());
  const bool is_own = std::find(own.begin(), own.end(), chosen[0]) != own.end();
  if (is_own) out.cells = reach(*this, chosen[0]);
  if (out.cells.empty()) return bad_input("no queen of the seat to move can go from there");
  if (chosen.size() == 1) return out;
  if (!contains(out.cells, chosen[1])) return bad_input("the queen cannot go there");
  out.cells = reach(*this, chosen[1], chosen[0]);
  return out;
}

}  // namespace quiver::games
