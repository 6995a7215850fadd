#include "client_sdk/draw/short_rules.hpp"

namespace quiver::draw {

namespace {

constexpr const char* kAmazons =
    R"(Each player has queens, which move as in chess: any distance along a row, a
column or a diagonal, never over a queen, an arrow or a hole. A turn has two
parts: one of your queens moves, then from where she stands now she shoots an
arrow, which flies as queens move. Where it lands it stays: that cell (x) is
blocked for the rest of the game. Nobody is ever captured. Who cannot move on
their turn is out, and the last one left wins.
)";

constexpr const char* kQuoridor =
    R"(Bring your pawn to the opposite side of the board before the others do. A turn
is either a step or a wall. The pawn steps to a neighbour cell, not
diagonally; over another pawn that stands there it jumps, or goes to that
pawn's side where something is behind it. A wall is two cells long, lies
between cells, and nobody crosses it; it may not overlap or cross another one,
and must leave everybody a way to their goal. Walls are counted: when yours
are used up, only the pawn is left.
)";

constexpr const char* kConnectFour =
    R"(Players drop discs into columns in turn; a disc falls to the lowest free cell.
Who first has four in a line, along a row, a column or a diagonal, wins. When
the board is full and nobody has, the game is drawn.
)";

}  // namespace

std::string title_of(std::string_view game) {
  if (game == "amazons") return "Amazons";
  if (game == "quoridor") return "Quoridor";
  if (game == "connect4") return "Connect Four";
  return std::string(game);
}

std::string short_rules(std::string_view game) {
  if (game == "amazons") return kAmazons;
  if (game == "quoridor") return kQuoridor;
  if (game == "connect4") return kConnectFour;
  return "";
}

}  // namespace quiver::draw
