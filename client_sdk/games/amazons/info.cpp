#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::games {

const GameInfo& Amazons::info() {
  static constexpr GameInfo kInfo{
      .title = "Amazons",
      .summary = "queens move and shoot arrows; who cannot move has lost",
      .short_rules = R"(Each player has queens, which move as in chess: any distance along a row, a
column or a diagonal, never over a queen, an arrow or a hole. A turn has two
parts: one of your queens moves, then from where she stands now she shoots an
arrow, which flies as queens move. Where it lands it stays: that cell (x) is
blocked for the rest of the game. Nobody is ever captured. Who cannot move on
their turn is out, and the last one left wins.
)",
      .default_board = {10, 10},
      .default_start = "course",
      .takes_two_sides = false};
  return kInfo;
}

}  // namespace quiver::games
