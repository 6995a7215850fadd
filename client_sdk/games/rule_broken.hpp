// Why a move is illegal: the rule, and a sentence a bot's author understands.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::games {

// Why a move is illegal. Programs compare these; people read the sentence beside them.
enum class Rule {
  kGameOver,        // nothing can be played any more
  kNoSuchCell,      // the move names a vertex or column that the board does not have
  kNoPiece,         // there is no piece to move
  kNotYourPiece,    // the piece belongs to another seat
  kNoMovement,      // a queen or an arrow that stays where it is
  kNotInLine,       // no ray of the graph leads there
  kPathBlocked,     // a ray leads there, but something stands in the way
  kOccupied,        // the target cell is taken
  kNotAStep,        // no step or jump of the pawn leads there
  kNotPlaced,       // the pawn has to be placed first, and on its own side
  kNoWallsLeft,     // the seat has used all its walls
  kWallOffBoard,    // the four cells around the wall's middle are not all playable
  kWallOverlaps,    // the wall covers part of another
  kWallCrosses,     // the wall cuts through another
  kWallCloses,      // the wall would leave a seat no path to its goal
  kColumnFull,      // the column takes no further disc
  kSwapNotAllowed,  // the swap is not legal now, or not in this game
  kSeatOut,         // an elimination of a seat that is out already, or was never in
};

// "NOT_IN_LINE", for reports.
std::string_view rule_name(Rule rule);

struct RuleBroken {
  Rule rule = Rule::kGameOver;
  std::string sentence;
};

// Empty if the move is legal.
using Verdict = base::Result<void, RuleBroken>;

[[noreturn]] inline void throw_exception_from_error(const RuleBroken& broken, const boost::source_location&) {
  throw std::logic_error(broken.sentence);
}

}  // namespace quiver::games
