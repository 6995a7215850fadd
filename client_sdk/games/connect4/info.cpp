#include "client_sdk/games/connect4/connect4.hpp"

namespace quiver::games {

const GameInfo& ConnectFour::info() {
  static constexpr GameInfo kInfo{
      .title = "Connect Four",
      .summary = "discs fall into columns, and four in a line win",
      .short_rules = R"(Players drop discs into columns in turn; a disc falls to the lowest free cell.
Who first has four in a line, along a row, a column or a diagonal, wins. When
the board is full and nobody has, the game is drawn.
)",
      .default_board = {6, 7},
      .default_start = "",
      .takes_two_sides = true};
  return kInfo;
}

}  // namespace quiver::games
