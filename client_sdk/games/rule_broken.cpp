#include "client_sdk/games/rule_broken.hpp"

namespace quiver::games {

std::string_view rule_name(Rule rule) {
  switch (rule) {
    case Rule::kGameOver:
      return "GAME_OVER";
    case Rule::kNoSuchCell:
      return "NO_SUCH_CELL";
    case Rule::kNoPiece:
      return "NO_PIECE";
    case Rule::kNotYourPiece:
      return "NOT_YOUR_PIECE";
    case Rule::kNoMovement:
      return "NO_MOVEMENT";
    case Rule::kNotInLine:
      return "NOT_IN_LINE";
    case Rule::kPathBlocked:
      return "PATH_BLOCKED";
    case Rule::kOccupied:
      return "OCCUPIED";
    case Rule::kNotAStep:
      return "NOT_A_STEP";
    case Rule::kNotPlaced:
      return "NOT_PLACED";
    case Rule::kNoWallsLeft:
      return "NO_WALLS_LEFT";
    case Rule::kWallOffBoard:
      return "WALL_OFF_BOARD";
    case Rule::kWallOverlaps:
      return "WALL_OVERLAPS";
    case Rule::kWallCrosses:
      return "WALL_CROSSES";
    case Rule::kWallCloses:
      return "WALL_CLOSES";
    case Rule::kColumnFull:
      return "COLUMN_FULL";
    case Rule::kSwapNotAllowed:
      return "SWAP_NOT_ALLOWED";
    case Rule::kSeatOut:
      return "SEAT_OUT";
  }
  return "?";
}

}  // namespace quiver::games
