#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::games {

using graph::Direction;

Verdict Quoridor::check(const Move& move) const {
  if (turn_.over()) return RuleBroken{Rule::kGameOver, "the game is over"};
  if (!graph().contains(move.cell))
    return RuleBroken{Rule::kNoSuchCell, "there is no vertex " + std::to_string(move.cell.value()) +
                                             " on this board; ids go from 0 to " +
                                             std::to_string(graph().num_vertices() - 1)};
  return move.kind == Move::Kind::kPawn ? check_pawn(move.cell) : check_wall(move);
}

Verdict Quoridor::check_pawn(Vertex cell) const {
  bool found = false;
  for_each_pawn_move(to_move(), [&](Vertex v) { found |= v == cell; });
  if (found) return {};
  const std::string name = grid().name(cell);
  if (occupied(cell)) return RuleBroken{Rule::kOccupied, "a pawn stands on " + name + " already"};
  if (!placed(to_move()))
    return RuleBroken{Rule::kNotPlaced,
                      "the pawn is placed first, on the outermost row or column of its own side; " + name +
                          " is not there"};
  const Vertex from = pawn(to_move());
  for (const Direction d : quoridor::kSteps)
    if (graph().step(from, d) == cell)
      return RuleBroken{Rule::kPathBlocked, "a wall stands between " + grid().name(from) + " and " + name};
  return RuleBroken{Rule::kNotAStep,
                    "the pawn on " + grid().name(from) + " cannot reach " + name + " with one step or jump"};
}

Verdict Quoridor::check_wall(const Move& move) const {
  if (!placed(to_move()))
    return RuleBroken{Rule::kNotPlaced, "the pawn is placed first; no wall before that"};
  if (walls_left(to_move()) == 0)
    return RuleBroken{Rule::kNoWallsLeft, "seat " + std::to_string(to_move().value()) + " has no walls left"};
  if (auto fitting = check_wall_fits(move); !fitting) return fitting;
  const auto orientation = static_cast<Orientation>(move.kind);
  if (!needs_search(move.cell, orientation)) return {};
  Routes routes;
  find_routes(routes);
  if (const auto seat = seat_cut_off_by(move.cell, orientation, routes))
    return RuleBroken{Rule::kWallCloses, "the wall " + format(move) + " would leave seat " +
                                             std::to_string(seat->value()) + " no path to its goal"};
  return {};
}

Verdict Quoridor::check_wall_fits(const Move& move) const {
  const auto orientation = static_cast<Orientation>(move.kind);
  const std::string wall = "the wall " + format(move);
  if (!terrain_->block(move.cell).whole)
    return RuleBroken{Rule::kWallOffBoard,
                      wall + " does not lie on the board: the four cells around its middle must be cells"};
  const auto there = wall_at(move.cell);
  if (there && *there != orientation)
    return RuleBroken{Rule::kWallCrosses,
                      wall + " crosses the wall " + format({static_cast<Move::Kind>(*there), move.cell})};
  if (there) return RuleBroken{Rule::kWallOverlaps, wall + " is there already"};
  if (fits(move.cell, orientation)) return {};
  // Whatever closes one of its edges is the wall of the same orientation one cell before or after it.
  const bool horizontal = orientation == Orientation::kHorizontal;
  const Vertex before = graph().step(move.cell, horizontal ? Direction::kWest : Direction::kSouth);
  const Vertex after = graph().step(move.cell, horizontal ? Direction::kEast : Direction::kNorth);
  const bool is_before = before != graph().off_board() && wall_at(before) == orientation;
  return RuleBroken{Rule::kWallOverlaps,
                    wall + " overlaps the wall " + format({move.kind, is_before ? before : after})};
}

}  // namespace quiver::games
