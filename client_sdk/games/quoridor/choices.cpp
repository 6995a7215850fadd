#include "client_sdk/games/choices.hpp"

#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::games {

base::Result<Choices> Quoridor::choices(std::span<const Vertex> chosen) const {
  if (!chosen.empty()) return base::bad_input("a move of Quoridor is one choice: a cell or a wall");
  Choices out;
  for_each_legal_move([&](const Move& move) {
    if (move.kind == Move::Kind::kPawn)
      out.cells.push_back(move.cell);
    else
      out.walls.push_back({move.cell, move.kind == Move::Kind::kVertical});
  });
  return out;
}

}  // namespace quiver::games
