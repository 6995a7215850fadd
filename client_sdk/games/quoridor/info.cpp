#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::games {

const GameInfo& Quoridor::info() {
  static constexpr GameInfo kInfo{
      .title = "Quoridor",
      .summary = "bring your pawn across, and put walls in the other's way",
      .short_rules = R"(Bring your pawn to the opposite side of the board before the others do. A turn
is either a step or a wall. The pawn steps to a neighbour cell, not
diagonally; over another pawn that stands there it jumps, or goes to that
pawn's side where something is behind it. A wall is two cells long, lies
between cells, and nobody crosses it; it may not overlap or cross another one,
and must leave everybody a way to their goal. Walls are counted: when yours
are used up, only the pawn is left.
)",
      .default_board = {9, 9},
      .default_start = "middle",
      .takes_two_sides = false};
  return kInfo;
}

}  // namespace quiver::games
