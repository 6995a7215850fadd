#include "referee/web/choices.hpp"

#include <algorithm>

namespace quiver::web {

using base::bad_input;
using base::Vertex;
using games::Amazons;
using games::ConnectFour;
using games::Quoridor;
using games::QuoridorMove;

namespace {

// All that a queen or an arrow reaches from a cell; `vacated` counts as empty.
std::vector<Vertex> reach(const Amazons& game, Vertex from, Vertex vacated) {
  std::vector<Vertex> cells;
  const graph::Graph& board = game.graph();
  for (const graph::Direction d : graph::kAllDirections)
    for (Vertex v = board.step(from, d); v != board.off_board() && v != from; v = board.step(v, d)) {
      if (!game.empty(v) && v != vacated) break;
      cells.push_back(v);
    }
  std::sort(cells.begin(), cells.end());
  return cells;
}

bool contains(const std::vector<Vertex>& cells, Vertex v) {
  return std::find(cells.begin(), cells.end(), v) != cells.end();
}

base::Result<Choices> amazons(const Amazons& game, std::optional<Vertex> from, std::optional<Vertex> to) {
  const Vertex nowhere = game.graph().off_board();
  Choices out;
  std::vector<Vertex> movable;
  for (const Vertex queen : game.queens(game.to_move()))
    if (!reach(game, queen, nowhere).empty()) movable.push_back(queen);
  std::sort(movable.begin(), movable.end());
  if (!from) {
    if (to) return bad_input("a cell to go to needs one to come from");
    out.cells = std::move(movable);
    return out;
  }
  if (!contains(movable, *from)) return bad_input("no queen of the seat to move can go from there");
  out.cells = reach(game, *from, nowhere);
  if (!to) return out;
  if (!contains(out.cells, *to)) return bad_input("the queen cannot go there");
  out.cells = reach(game, *to, *from);
  return out;
}

Choices quoridor(const Quoridor& game) {
  Choices out;
  game.for_each_legal_move([&](const QuoridorMove& move) {
    if (move.kind == QuoridorMove::Kind::kPawn)
      out.cells.push_back(move.cell);
    else
      out.walls.push_back({move.cell, move.kind == QuoridorMove::Kind::kVertical});
  });
  return out;
}

}  // namespace

base::Result<Choices> choices(const games::Position& position, std::optional<Vertex> from,
                              std::optional<Vertex> to) {
  if (position.outcome().over) return bad_input("the game is over");
  if (const auto* game = position.as<Amazons>()) return amazons(*game, from, to);
  if (from || to) return bad_input("cells can be chosen in Amazons only");
  if (const auto* game = position.as<Quoridor>()) return quoridor(*game);
  Choices out;
  const auto& game = *position.as<ConnectFour>();
  game.for_each_legal_move(
      [&](const games::ConnectFourMove& move) { out.cells.push_back(game.landing(move.column)); });
  return out;
}

}  // namespace quiver::web
