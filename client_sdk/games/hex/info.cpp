#include "client_sdk/games/hex/hex.hpp"

namespace quiver::games {

const GameInfo& Hex::info() {
  static constexpr GameInfo kInfo{
      .title = "Hex",
      .summary = "stones on a rhombus, and a chain from side to side wins",
      .short_rules = R"(Players put stones on empty cells in turn. Seat 0 joins the top with the
bottom, seat 1 the left side with the right: who first has a chain of
neighbouring stones between its two sides wins. In place of its first stone
seat 1 may swap: it takes the stone of seat 0 over, mirrored.
)",
      .default_board = {11, 11},
      .default_start = "",
      .takes_two_sides = false};
  return kInfo;
}

}  // namespace quiver::games
